import { expect, it } from 'vitest';
import { leftAtOnce } from './river';
import type { RivalsView } from '../api/types';

const view = (change: Partial<RivalsView>) =>
  ({
    phase: 'turn',
    river: ['R2', 'B5'],
    last_turned: 'B5',
    expeditions: [{ R: ['RX', 'R4'], B: [] }, { R: ['R3'], B: ['BX'] }],
    ...change,
  }) as unknown as RivalsView;

it('a card that lies in the river has not left', () => {
  expect(leftAtOnce(view({}))).toBeNull();
  expect(leftAtOnce(view({ last_turned: null }))).toBeNull();
});

it('a card that is nowhere has left', () => {
  expect(leftAtOnce(view({ last_turned: 'G2' }))).toBe('G2');
});

it('a card whose twin lies in the river has left if every row is past it', () => {
  expect(leftAtOnce(view({ last_turned: 'R2' }))).toBe('R2');
  expect(leftAtOnce(view({ last_turned: 'R2', phase: 'bid' }))).toBe('R2');
  expect(leftAtOnce(view({ last_turned: 'RX', river: ['RX'] }))).toBe('RX');
});

it('a card whose twin lies in the river has stayed if a row takes an equal one', () => {
  expect(leftAtOnce(view({ last_turned: 'R3', river: ['R3', 'R3'] }))).toBeNull();
  expect(leftAtOnce(view({ last_turned: 'BX', river: ['BX', 'BX'] }))).toBeNull();
});

it('while the winner of an auction lays, nothing is said of the card before', () => {
  expect(leftAtOnce(view({ last_turned: 'G2', phase: 'lay' }))).toBeNull();
});
