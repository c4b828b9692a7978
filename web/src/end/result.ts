// The result of a round or of a match, in words.
import { ownSide, sideTitle } from '../game/names';
import type { TableInfo } from '../api/types';
import type { Words } from '../i18n/index.svelte';

export function headline(t: Words, table: TableInfo): string {
  const { result, variant } = table;
  if (result) {
    if (result.common !== null) return t.sheet.commonResult(result.common);
    return winner(t, table, result.winners);
  }
  const scores = table.game?.points.map(({ total }) => total) ?? [];
  if (variant.cooperation) return t.sheet.commonResult(scores.reduce((sum, score) => sum + score, 0));
  const best = Math.max(...scores);
  const sides = scores.flatMap((score, side) => (score === best ? [side] : []));
  if (sides.length !== 1) return t.sheet.roundTied;
  const side = sides[0] as number;
  return side === ownSide(table) && alone(table) ? t.sheet.roundYours : t.sheet.roundFor(sideTitle(t, table, side));
}

function winner(t: Words, table: TableInfo, winners: number[]): string {
  const own = ownSide(table);
  if (winners.length > 1) return t.sheet.shared(winners.map((side) => sideTitle(t, table, side)).join(', '));
  const side = winners[0] ?? 0;
  if (side === own && alone(table)) return table.variant.sides < table.variant.players ? t.sheet.youWinTogether : t.sheet.youWin;
  return t.sheet.wins(sideTitle(t, table, side));
}

/** Nobody else sits at this device. */
const alone = (table: TableInfo): boolean => table.you.seats.length === 1;

/** The people who have yet to ask for the next round. */
export function waitedFor(table: TableInfo): number[] {
  return table.seats
    .filter((seat) => seat.kind === 'person' && seat.bot === null && !seat.away && !seat.ready)
    .map((seat) => seat.seat);
}
