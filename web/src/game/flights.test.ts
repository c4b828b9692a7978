import { describe, expect, it } from 'vitest';
import { flightsBetween } from './flights';
import type { RivalsView, RowView } from '../api/types';

const COLOURS = ['Y', 'B', 'W', 'G', 'R'];
const rows = (cards: Record<string, string[]> = {}) =>
  Object.fromEntries(COLOURS.map((colour) => [colour, cards[colour] ?? []]));

function row(change: Partial<RowView>): RowView {
  return {
    variant: 'classic',
    seat: 0,
    mover: 0,
    phase: 'play',
    hands: [['R4', 'RX', 'RX'], null],
    expeditions: [rows(), rows()],
    discard_tops: Object.fromEntries(COLOURS.map((colour) => [colour, null])),
    discard_heights: Object.fromEntries(COLOURS.map((colour) => [colour, 0])),
    pile: 44,
    standing: { round: 1, rounds: 3, totals: [0, 0] },
    ...change,
  } as RowView;
}

describe('in the row game', () => {
  const before = row({});

  it('an own card flies from its place in the hand to the end of its row', () => {
    const after = row({ hands: [['RX', 'RX'], null], expeditions: [rows({ R: ['R4'] }), rows()], phase: 'draw' });
    expect(flightsBetween(before, after)).toEqual([{ card: 'R4', from: 'hand:R4', to: 'row:0:R:0' }]);
    expect(flightsBetween(after, before)).toEqual([{ card: 'R4', from: 'row:0:R:0', to: 'hand:R4' }]);
  });

  it('of two wagers the one flies that is gone afterwards', () => {
    const after = row({ hands: [['R4', 'RX'], null], expeditions: [rows({ R: ['RX'] }), rows()] });
    expect(flightsBetween(before, after)).toEqual([{ card: 'RX', from: 'hand:RX#1', to: 'row:0:R:0' }]);
  });

  it('a drawn card flies from the pile to its place in the own hand, and to the badge of another seat', () => {
    const drawn = row({ hands: [['R4', 'RX', 'RX', 'B7'], null], pile: 43, mover: 1 });
    expect(flightsBetween(before, drawn)).toEqual([{ card: 'B7', from: 'pile', to: 'hand:B7' }]);
    const theirs = row({ mover: 1 });
    expect(flightsBetween(theirs, row({ pile: 43 }))).toEqual([{ card: null, from: 'pile', to: 'seat:1' }]);
  });

  it('another seat’s discard flies from its badge to the pile, and back when it is taken', () => {
    const other = row({ mover: 1 });
    const after = row({
      mover: 1,
      discard_tops: { ...before.discard_tops, B: 'B9' },
      discard_heights: { ...before.discard_heights, B: 1 },
    });
    expect(flightsBetween(other, after)).toEqual([{ card: 'B9', from: 'seat:1', to: 'discard:B' }]);
    expect(flightsBetween(after, other)).toEqual([{ card: 'B9', from: 'discard:B', to: 'seat:1' }]);
  });

  it('nothing flies into another round, to another hand, or after a long absence', () => {
    const next = row({ standing: { round: 2, rounds: 3, totals: [0, 0] }, pile: 40 });
    expect(flightsBetween(before, next)).toEqual([]);
    expect(flightsBetween(before, row({ seat: 1, pile: 43 }))).toEqual([]);
    const far = row({ expeditions: [rows({ R: ['R4'], Y: ['Y2', 'Y3'] }), rows({ B: ['B2', 'B3', 'B4', 'B5'] })] });
    expect(flightsBetween(before, far)).toEqual([]);
  });
});

describe('in Rivals', () => {
  const view = (change: Partial<RivalsView>) =>
    ({ variant: 'rivals', seat: 0, pile: 20, piles_left: 1, last_turned: 'B5', left_at_once: false, river: ['R4', 'B5'], expeditions: [rows(), rows()], ...change }) as RivalsView;

  it('cards fly from the river to a row, out of the game, and from the pile into the river', () => {
    const before = view({});
    expect(flightsBetween(before, view({ river: ['B5'], expeditions: [rows({ R: ['R4'] }), rows()] }))).toEqual([
      { card: 'R4', from: 'river:R4', to: 'row:0:R:0' },
    ]);
    expect(flightsBetween(before, view({ river: ['R4'] }))).toEqual([{ card: 'B5', from: 'river:B5', to: 'out' }]);
    expect(flightsBetween(before, view({ river: ['R4', 'B5', 'Y2'] }))).toEqual([
      { card: 'Y2', from: 'pile', to: 'river:Y2' },
    ]);
  });

  it('a card that nobody can lay any more flies from the pile out of the game, also as the next pile begins', () => {
    const out = [{ card: 'Y2', from: 'pile', to: 'out' }];
    expect(flightsBetween(view({}), view({ pile: 19, last_turned: 'Y2', left_at_once: true }))).toEqual(out);
    expect(flightsBetween(view({ pile: 1 }), view({ piles_left: 0, last_turned: 'Y2', left_at_once: true }))).toEqual(out);
  });
});
