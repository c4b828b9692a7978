// The table that a record tells of: who sat there, and how the rounds ended.
import { lobby } from '../state/lobby.svelte';
import type { RecordReplay, Setting } from '../api/types';

export function settingOf({ variant, names, rounds }: RecordReplay): Setting {
  const sideOf = (seat: number) => seat % variant.sides;
  const done = rounds.flatMap(({ frames }) => {
    const last = frames.at(-1)?.view;
    return last && last.mover === null ? [last.points.map(({ total }) => total)] : [];
  });
  return {
    seq: 0,
    at: 0,
    status: 'over',
    variant,
    seats: variant.seat_names.map((name, seat) => ({
      seat,
      name,
      side: sideOf(seat),
      // a record has the ids of bots, whatever the language they were met in
      ...(lobby.bot(names[seat] ?? null)
        ? { kind: 'bot' as const, nickname: null, bot: names[seat] ?? null }
        : { kind: 'person' as const, nickname: names[seat] || null, bot: null }),
      yours: false,
      away: false,
      presence: null,
      ready: false,
      clock: null,
    })),
    rounds: done,
    totals: variant.side_names.map((_, side) => done.reduce((sum, scores) => sum + (scores[side] ?? 0), 0)),
    you: { seat: null, seats: [], host: false, removed: false, can: [] },
  };
}
