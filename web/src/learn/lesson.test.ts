import { expect, it } from 'vitest';
import { lesson } from './lesson';
import type { RowView } from '../api/types';
import type { Turn } from '../table/turn.svelte';

const draw = lesson.find((step) => step.text === 'draw');
const isDrawn = (view: Partial<RowView>) => draw?.done?.({} as Turn, { seat: 0, mover: 0, ...view } as RowView, 3);

it('a card is drawn, whether the bot has answered yet or not', () => {
  expect(isDrawn({ ply: 3, phase: 'draw' })).toBe(false);
  expect(isDrawn({ ply: 4, phase: 'play', mover: 1 })).toBe(true);
  expect(isDrawn({ ply: 6, phase: 'play' })).toBe(true);
});

it('a card taken back is none that was drawn', () => {
  expect(isDrawn({ ply: 2, phase: 'play' })).toBe(false);
});
