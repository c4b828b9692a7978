// What surprises a newcomer who has read nothing: the first card of an expedition makes the score drop. It is
// explained once, when it happens.
import { i18n } from '../i18n/index.svelte';
import { colourOf } from '../game/cards';
import { parse } from '../game/moves';
import { signed } from '../game/signed';
import { lobby } from '../state/lobby.svelte';
import { notes } from '../state/notes.svelte';
import { prefs } from '../state/prefs.svelte';
import { isRivals, type TableEvent, type TableInfo } from '../api/types';

export function explainCost(events: TableEvent[], table: TableInfo): void {
  const { game, you } = table;
  if (prefs.knowsCost || !game || isRivals(game)) return;
  for (const event of events) {
    const seat = event.seats[0];
    const move = event.kind === 'moved' && event.move ? parse(event.move) : null;
    if (move?.kind !== 'lay' || seat === undefined || !you.seats.includes(seat)) continue;
    const points = game.points[table.seats[seat]?.side ?? 0]?.expeditions[colourOf(move.card)] ?? 0;
    const cost = lobby.editions.find(({ id }) => id === table.variant.edition)?.cost ?? 0;
    if (points >= 0) continue;
    const { t } = i18n;
    // only with wagers does an expedition stand lower than its cost
    notes.show(points < -cost ? t.table.costsMore(cost, signed(points)) : t.table.costs(cost));
    prefs.knowsCost = true;
    return;
  }
}
