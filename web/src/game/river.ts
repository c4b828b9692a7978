// What became of the card that was turned over in Rivals.
import type { RivalsView } from '../api/types';
import { colourOf, valueOf } from './cards';

/**
 * The card that was turned over last, if it left the game at once because nobody could lay it.
 *
 * A twin of it may lie in the river from before. Then the rows tell: until somebody lays again they are as they
 * were when it was turned over, and it stayed only if one of them could take it.
 */
export function leftAtOnce(view: RivalsView): string | null {
  const card = view.last_turned;
  if (card === null || view.phase === 'lay' || view.phase === 'put-out') return null;
  if (!view.river.includes(card)) return card;
  return view.expeditions.every((rows) => isPast(rows[colourOf(card)] ?? [], card)) ? card : null;
}

/** Has the row gone further than this card? */
function isPast(row: readonly string[], card: string): boolean {
  const value = valueOf(card);
  return row.some((laid) => {
    const number = valueOf(laid);
    return number !== 'X' && (value === 'X' || number > value);
  });
}
