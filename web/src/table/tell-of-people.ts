// Who may play where has changed: told to everybody at the table, in a note that screen readers say.
import { i18n } from '../i18n/index.svelte';
import { seatName } from '../game/names';
import { notes } from '../state/notes.svelte';
import type { TableEvent, TableInfo } from '../api/types';

export function tellOfPeople(events: TableEvent[], table: TableInfo, before: TableInfo): void {
  const t = i18n.t;
  for (const event of events) {
    const seat = event.seats[0];
    if (seat === undefined) continue;
    const mine = table.seats[seat]?.yours;
    const lost = before.seats[seat]?.yours && !mine;
    const name = seatName(t, event.kind === 'removed' ? before : table, seat);
    if (event.kind === 'carried') notes.show(mine ? t.people.youCarried : t.people.carried(name));
    else if (event.kind === 'signed-out') notes.show(lost ? t.people.youSignedOut : mine ? t.people.deviceGone : t.people.signedOut(name));
    else if (event.kind === 'removed') notes.show(lost ? t.people.youRemoved : t.people.removed(name));
  }
}
