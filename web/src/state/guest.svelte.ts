// Who this browser is to the server: a guest with a nickname, known by a cookie that the page can't read.
import { api, ApiError, Unreachable } from '../api/client';
import { i18n } from '../i18n/index.svelte';
import { lobby } from './lobby.svelte';
import { notes } from './notes.svelte';
import { prefs } from './prefs.svelte';

class Guest {
  /** the name under which the server knows this browser; null if it doesn't */
  #served = $state<string | null>(null);

  get nickname(): string {
    return prefs.nickname.trim() || i18n.t.table.guest;
  }

  get known(): boolean {
    return this.#served !== null || lobby.you !== null;
  }

  /** what the server has against the name that was typed last */
  problem = $state<string | null>(null);

  /** Become a guest if need be, under the chosen nickname. Says so and answers false if that fails. */
  async enter(): Promise<boolean> {
    try {
      // another tab may have become one since
      if (!this.known) await lobby.load();
      if (this.known) await this.rename();
      else this.#served = (await api.enter(this.nickname)).nickname;
      return true;
    } catch (error) {
      this.tell(error);
      return false;
    }
  }

  /** Take the chosen nickname as soon as it is typed, and say what is wrong with it. */
  async tryToRename(): Promise<void> {
    try {
      await this.rename();
    } catch (error) {
      this.tell(error);
    }
  }

  /** Say what went wrong: beside the name, if it is that. */
  tell(error: unknown): void {
    if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
    if (error instanceof ApiError && error.code.startsWith('nickname')) this.problem = error.message;
    // where the field isn't shown, nobody would see what is written beside it
    if (!this.problem || !document.querySelector('[autocomplete=nickname]')) notes.show(error.message, 'bad');
  }

  /** Take the chosen nickname; on a device where none was chosen, the one that the server knows. */
  async rename(): Promise<void> {
    if (!this.known) return;
    const served = this.#served ?? lobby.you?.nickname ?? '';
    if (!prefs.nickname && served !== i18n.t.table.guest) prefs.nickname = served;
    if (this.nickname !== served) this.#served = (await api.rename(this.nickname)).nickname;
  }
}

export const guest = new Guest();
