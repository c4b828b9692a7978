// Sharing by the device's own way, or by copying.
import { i18n } from '../i18n/index.svelte';
import { notes } from '../state/notes.svelte';

/** Whether the device has a way of its own: on a desk, a link is copied. */
export const sharesItself = () => matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function';

/** Whether a link to this page means something on this computer alone. */
export const onlyHere = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

export async function shareLink(url: string, text = ''): Promise<void> {
  if (sharesItself()) {
    try {
      await navigator.share(text ? { url, text } : { url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copy(text ? `${text}\n${url}` : url);
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notes.show(i18n.t.lobby.copied);
  } catch {
    notes.show(text); // no clipboard without https: show it, to be copied by hand
  }
}
