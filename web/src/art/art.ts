/** What can be drawn. The letters are those of the records: Y2, BX. */
export type Colour = 'Y' | 'B' | 'W' | 'G' | 'R' | 'P';
export type CardValue = 'X' | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

export type Exploit =
  | 'three-yellow'
  | 'three-red'
  | 'three-blue'
  | 'three-purple'
  | 'three-green'
  | 'five-cards'
  | 'three-expeditions'
  | 'run-of-three'
  | 'most-expeditions'
  | 'best-expedition'
  | 'lowest-hand';

export type Edition =
  | 'classic'
  | 'rio-grande'
  | 'long'
  | 'three-players'
  | 'teams'
  | 'duel-2026'
  | 'rivals'
  | 'cooperation'
  | 'nothing-in-hand';

/** A drawing without a label is decoration, and hidden from screen readers. */
export function named(label: string | undefined) {
  return label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
}
