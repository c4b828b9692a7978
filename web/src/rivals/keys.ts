// Playing Rivals by keyboard alone: what can be pressed comes and goes with the turns, and the focus comes back to it.
import type { RivalsView } from '../api/types';

export function keys(root: HTMLElement, view: RivalsView) {
  let byKeyboard = false;
  const press = () => (byKeyboard = true);
  const point = () => (byKeyboard = false);
  document.addEventListener('keydown', press);
  document.addEventListener('pointerdown', point);
  return {
    update(next: RivalsView): void {
      view = next;
      setTimeout(() => {
        // whatever has the focus keeps it
        if (!byKeyboard || !view.legal_moves.length || document.activeElement !== document.body) return;
        root.querySelector<HTMLElement>('.river .can, .ways .button')?.focus();
      });
    },
    destroy(): void {
      document.removeEventListener('keydown', press);
      document.removeEventListener('pointerdown', point);
    },
  };
}
