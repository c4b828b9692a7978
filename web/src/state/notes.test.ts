import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notes } from './notes.svelte';

const texts = () => notes.shown.map((note) => note.text);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('goes when somebody plays on, but not before it could be read', () => {
  notes.show('old');
  vi.advanceTimersByTime(2500);
  notes.show('new');
  notes.goOn();
  expect(texts()).toEqual(['new']);
});

it('goes by itself', () => {
  notes.show('old');
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual([]);
});
