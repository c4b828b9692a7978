import { expect, it } from 'vitest';
import en from '../i18n/lang/en';
import { terms } from './terms';
import type { TableInfo } from '../api/types';

const variant = { family: 'row', rounds: 3, cooperation: false, nothing_in_hand: false, exploits: 'off' } as TableInfo['variant'];

it('tells how long a table is played, against which clock, and what is special', () => {
  expect(terms(en, { variant, clock: null })).toEqual(['3 rounds']);
  expect(terms(en, { variant: { ...variant, rounds: 1, exploits: 'announced' }, clock: { kind: 'days', days: 1 } })).toEqual([
    '1 round',
    '1 day a move',
    'Exploits to be announced',
  ]);
  const clock = { kind: 'minutes', minutes: 5, increment: 3 } as const;
  expect(terms(en, { variant: { ...variant, cooperation: true, nothing_in_hand: true }, clock })).toEqual([
    '3 rounds',
    '5 min each + 3 s',
    'Cooperation',
    'Nothing in hand',
  ]);
});

it('leaves out what Rivals has not: rounds', () => {
  expect(terms(en, { variant: { ...variant, family: 'rivals', rounds: 1 }, clock: null })).toEqual([]);
});
