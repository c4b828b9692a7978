// Where a match stands while a round is played.
import type { Setting, View } from '../api/types';

/** The rounds that were finished before the one in view. */
export const roundsBefore = (table: Setting, view: View) =>
  table.rounds.filter((round) => round.round < (view.standing?.round ?? 1));

/** What each side has of them, and of the round in view as its cards lie. */
export const soFar = (table: Setting, view: View): number[] =>
  view.sheets.map((sheet, side) => roundsBefore(table, view).reduce((sum, round) => sum + (round.scores[side] ?? 0), sheet.total));
