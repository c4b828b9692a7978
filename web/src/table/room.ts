// How much room the longest row of cards takes: it decides how large the cards are.

/** Shorter rows than this get as much room. */
const LEAST = 3;

export const longest = (rows: Iterable<Record<string, readonly string[]>>): number =>
  Math.max(LEAST, ...[...rows].flatMap((side) => Object.values(side).map((row) => row.length)));

/** In heights of a card: each shows its value, and in a long row not much more. */
export const needed = (cards: number): number => 1 + 0.23 * Math.min(cards - 1, 6) + 0.14 * Math.max(cards - 7, 0);
