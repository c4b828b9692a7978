// Cards in their text form, R10 or WX, taken apart for drawing. What they are worth, and where they may be
// laid, the server says.
import type { CardValue, Colour } from '../art/art';

export type { CardValue, Colour };

export const colourOf = (card: string): Colour => card[0] as Colour;

export const valueOf = (card: string): CardValue =>
  card.slice(1) === 'X' ? 'X' : (Number(card.slice(1)) as CardValue);

const rank = (card: string): number => (card.endsWith('X') ? 1 : Number(card.slice(1)));

/** Sorted by the colours' order on the table, then by value, wagers first. */
export function sorted(hand: readonly string[], colours: readonly Colour[]): string[] {
  const place = (card: string) => colours.indexOf(colourOf(card)) * 16 + rank(card);
  return [...hand].sort((a, b) => place(a) - place(b));
}

/** A key for each card of a list: wagers of a colour are alike, so they are numbered. */
export function keyed(cards: readonly string[]): { key: string; card: string }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return { key: number ? `${card}#${number}` : card, card };
  });
}

/** The cards that are in `cards` and not in `others`, counted. */
export function without(cards: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return cards.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
