// The card that was drawn last stands out until the hand changes. Which one it was no later state tells, so this
// tab remembers it, also when the page is loaded again.
import { cardDrawn } from '../game/latest';
import { isRivals, type RowView, type View } from '../api/types';

const KEY = 'lostcities-drawn';

interface Kept {
  table: string;
  seat: number | null;
  /** what was in hand with it */
  hand: string;
  card: string;
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  } catch {
    return null; // private windows may refuse storage
  }
}

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // then it is forgotten when the page is loaded again
  }
}

const handOf = (view: RowView): string => (view.seat === null ? [] : (view.hands[view.seat] ?? [])).join(' ');

export class Drawn {
  #kept = $state.raw(read());

  constructor(
    readonly table: string,
    readonly view: () => View | null,
  ) {
    let before: RowView | null = null;
    $effect.pre(() => {
      const now = view();
      if (!now || isRivals(now)) return;
      const card = before && cardDrawn(before, now);
      before = now;
      if (!card) return;
      this.#kept = { table, seat: now.seat, hand: handOf(now), card };
      keep(this.#kept);
    });
  }

  card = $derived.by(() => {
    const [kept, view] = [this.#kept, this.view()];
    if (!kept || !view || isRivals(view) || view.mover === null) return null;
    return kept.table === this.table && kept.seat === view.seat && kept.hand === handOf(view) ? kept.card : null;
  });
}
