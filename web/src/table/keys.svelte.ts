// Playing the row game by keyboard alone: the focus goes where the next decision is made.
import { colourOf } from '../game/cards';
import { discard, lay } from '../game/moves';
import type { RowView } from '../api/types';
import type { Turn } from './turn.svelte';

interface Given {
  turn: Turn | null;
  view: RowView;
}

export function keys(root: HTMLElement, given: Given) {
  let now = given;
  let byKeyboard = false;
  let stage = stageOf(given);

  const focus = (selector: string): boolean => {
    const node = root.querySelector<HTMLElement>(selector);
    node?.focus();
    return node !== null;
  };
  const focusHand = () => focus('.hand button[tabindex="0"]');
  const focusRow = (card: string) => focus(`.ours [data-row="${colourOf(card)}"]`);
  const focusPile = (card: string) => focus(`[data-pile="${colourOf(card)}"]`);

  /** After a card was chosen, go to where it can be laid, else to its discard pile. */
  function chosen(): void {
    const card = now.turn?.card;
    if (!card || !now.turn) return;
    if (now.turn.isLegal(lay(card))) focusRow(card);
    else if (now.turn.isLegal(discard(card))) focusPile(card);
  }

  function press(event: KeyboardEvent): void {
    byKeyboard = true;
    const turn = now.turn;
    if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
    const inHand = document.activeElement?.closest('.hand') !== null;
    const card = turn.card;
    switch (event.key) {
      case 'Enter':
      case ' ':
        // the button's own click chooses the card first
        if (inHand && turn.playing) setTimeout(chosen);
        return;
      case 'Escape':
        if (!card) return;
        turn.chosen = null;
        focusHand();
        break;
      case 'ArrowLeft':
      case 'ArrowRight':
        // cards and piles go on from where the focus is; here it is nowhere
        if (document.activeElement !== document.body) return;
        if (turn.drawing) focus('[data-pile="draw"]');
        else focusHand();
        break;
      case 'ArrowUp':
      case 'ArrowDown':
        if (card && turn.playing) {
          const onRow = document.activeElement?.matches('[data-row]');
          if (onRow) focusPile(card);
          else if (!focusRow(card)) return;
        } else if (turn.drawing) focus('[data-pile="draw"]');
        else if (event.key === 'ArrowDown') focusHand();
        else return;
        break;
      case 'l':
      case 'L':
        if (!card) return;
        void turn.lay();
        break;
      case 'd':
      case 'D':
        if (!card) return;
        void turn.discard();
        break;
      case 'u':
      case 'U':
        if (!turn.live.can('undo')) return;
        void turn.live.undo();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  function point(): void {
    byKeyboard = false;
  }

  /** When the decision moves on, the focus of whoever plays by keyboard moves along. */
  function follow(): void {
    const next = stageOf(now);
    if (next === stage) return;
    stage = next;
    if (!byKeyboard) return;
    setTimeout(() => {
      // the score sheet, a dialog, or what ends a turn at a shared device, has the focus now
      if (now.view.phase === 'over' || document.querySelector('dialog[open], [data-turn-done]')) return;
      if (next === 'draw') focus('[data-pile="draw"]');
      else focusHand();
    });
  }

  document.addEventListener('keydown', press);
  document.addEventListener('pointerdown', point);
  return {
    update(next: Given): void {
      now = next;
      follow();
    },
    destroy(): void {
      document.removeEventListener('keydown', press);
      document.removeEventListener('pointerdown', point);
    },
  };
}

function stageOf({ turn, view }: Given): string {
  return turn?.mine ? view.phase : 'wait';
}
