// Where a match stands while a round is played.
import type { Setting, View } from '../api/types';

/** The points of the rounds that were finished before the one in view. */
export const roundsBefore = (table: Setting, view: View): number[][] => table.rounds.slice(0, (view.standing?.round ?? 1) - 1);

/** What each side has of them, and of the round in view as its cards lie. */
export const soFar = (table: Setting, view: View): number[] =>
  view.points.map(({ total }, side) => roundsBefore(table, view).reduce((sum, scores) => sum + (scores[side] ?? 0), total));
