// What just happened at a table, for the ears: a sentence for screen readers, and a sound.
import { i18n } from '../i18n/index.svelte';
import { cardName, deed } from '../game/narrate';
import { seatName } from '../game/names';
import { notes } from '../state/notes.svelte';
import { parse } from '../game/moves';
import { play } from '../ui/sound';
import { isRivals, type TableEvent, type TableInfo } from '../api/types';

export function hear(events: TableEvent[], table: TableInfo): void {
  const t = i18n.t;
  const { game } = table;
  const rivals = game !== null && isRivals(game);
  const sentences: string[] = [];
  for (const event of events) {
    const seat = event.seats[0];
    if (event.kind === 'moved' && event.move && seat !== undefined) {
      sentences.push(t.deeds.sentence(seatName(t, table, seat), deed(t, event.move, rivals)));
      play(soundOf(event.move));
    } else if (event.kind === 'undone' && seat !== undefined) {
      sentences.push(t.deeds.sentence(seatName(t, table, seat), t.deeds.undone));
      play('draw');
    }
  }
  const gone = game && isRivals(game) && game.phase === 'turn' && game.left_at_once ? game.last_turned : null;
  if (gone && sentences.length) sentences.push(t.rivals.turnedOut(cardName(t, gone)));
  const handedOver = events.some((event) => !event.seats.includes(table.you.seat ?? -1));
  if (handedOver && table.you.can.includes('move')) {
    sentences.push(`${t.table.yourTurn}.`);
    play('turn');
  }
  if (table.status === 'over') play('end');
  if (sentences.length) notes.speak(sentences.join(' '));
}

function soundOf(token: string) {
  const { kind } = parse(token);
  if (kind === 'lay') return 'lay';
  if (kind === 'discard') return 'discard';
  if (kind === 'bid' || kind === 'claim') return 'coin';
  return 'draw';
}
