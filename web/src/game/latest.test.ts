import { describe, expect, it } from 'vitest';
import { cardDrawn, latestPlays } from './latest';
import type { RivalsView, RowView } from '../api/types';

const COLOURS = ['Y', 'B', 'W', 'G', 'R'];
const rows = (cards: Record<string, string[]> = {}) =>
  Object.fromEntries(COLOURS.map((colour) => [colour, cards[colour] ?? []]));

function row(change: Partial<RowView>): RowView {
  return {
    seat: 0,
    mover: 0,
    phase: 'play',
    ply: 10,
    hands: [['R4', 'RX', 'RX'], null],
    expeditions: [rows(), rows()],
    last_turns: [[], []],
    discard_tops: Object.fromEntries(COLOURS.map((colour) => [colour, null])),
    standing: { round: 1, rounds: 3, totals: [0, 0] },
    ...change,
  } as RowView;
}
const tops = (cards: Record<string, string>) => ({ ...row({}).discard_tops, ...cards });
const marked = (change: Partial<RowView>) => [...latestPlays(row(change))];

describe('what the others played', () => {
  const laid = { expeditions: [rows(), rows({ B: ['B2', 'B5'] })], last_turns: [['-Y2', '@'], ['+B5', '@']] };

  it('is the card that the other has laid, until the own card lies', () => {
    expect(marked(laid)).toEqual(['row:1:B:1']);
    expect(marked({ ...laid, phase: 'draw' })).toEqual([]);
    expect(marked({ ...laid, mover: 1 })).toEqual([]);
    expect(marked({ ...laid, mover: 1, phase: 'draw' })).toEqual(['row:1:B:1']);
    expect(marked({ ...laid, mover: null, phase: 'over' })).toEqual(['row:1:B:1']);
  });

  it('is a discard, as long as it lies on top', () => {
    const seats = { expeditions: [rows(), rows(), rows()], discard_tops: tops({ G: 'G7' }) };
    expect(marked({ ...seats, last_turns: [[], ['-G3', '@'], ['-G7', '@']] })).toEqual(['discard:G']);
    expect(marked({ ...seats, last_turns: [[], ['-G3', '@'], ['+Y4', '@']] })).toEqual([]);
    const wagers = { ...seats, discard_tops: tops({ G: 'GX' }) };
    expect(marked({ ...wagers, last_turns: [[], ['-GX', '@'], ['-Y4', '@G']] })).toEqual([]);
  });

  it('of three players is what was played since the own turn', () => {
    const seats = { expeditions: [rows(), rows({ B: ['B2'] }), rows({ R: ['R3'] })], last_turns: [[], ['+B2', '@'], ['+R3', '@']] };
    expect(marked(seats)).toEqual(['row:1:B:0', 'row:2:R:0']);
    expect(marked({ ...seats, mover: 2 })).toEqual(['row:1:B:0']);
    expect(marked({ ...seats, mover: 1 })).toEqual([]);
    expect(marked({ ...seats, seat: 2, mover: 1 })).toEqual([]);
  });

  it('of partners lies in the rows that they share', () => {
    const seats = { expeditions: [rows({ W: ['WX', 'WX'] }), rows({ W: ['W2', 'W5'] })], last_turns: [[], ['+W2', '@'], ['+WX', '@'], ['+W5', '@']] };
    expect(marked(seats)).toEqual(['row:1:W:0', 'row:0:W:1', 'row:1:W:1']);
  });

  it('is seen by a spectator, too', () => {
    expect(marked({ ...laid, seat: null })).toEqual(['row:1:B:1']);
  });

  it('in Rivals is what was laid after an auction', () => {
    const view = { seat: 0, mover: 2, river: [], expeditions: [rows({ Y: ['Y3'] }), rows({ Y: ['YX', 'YX', 'Y2'] }), rows()], last_turns: [['+Y3'], ['+YX', '+YX', '-B5'], ['discover']] };
    expect([...latestPlays(view as unknown as RivalsView)]).toEqual(['row:1:Y:1', 'row:1:Y:0']);
  });
});

describe('the card that was drawn', () => {
  const before = row({ phase: 'draw' });
  const after = row({ hands: [['R4', 'RX', 'RX', 'RX'], null], ply: 11, mover: 1 });

  it('is the one that came into the own hand', () => {
    expect(cardDrawn(before, after)).toBe('RX');
    expect(cardDrawn(row({ hands: [['B7', 'RX', 'RX'], null] }), row({ ply: 14 }))).toBe('R4');
  });

  it('is none that was taken back, dealt, seen by another seat, or lost among several', () => {
    expect(cardDrawn(before, { ...after, ply: 9 })).toBeNull();
    expect(cardDrawn(before, { ...after, standing: { round: 2, rounds: 3, totals: [0, 0] } })).toBeNull();
    expect(cardDrawn({ ...before, seat: 1 }, after)).toBeNull();
    expect(cardDrawn(before, row({ hands: [['R4', 'B2', 'B3'], null], ply: 14 }))).toBeNull();
  });
});
