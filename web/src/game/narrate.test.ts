import { expect, it } from 'vitest';
import en from '../i18n/lang/en';
import fr from '../i18n/lang/fr';
import { turn } from './narrate';

it('tells a turn in one sentence', () => {
  expect(turn(en, 'Ada', ['+RX', '@'])).toBe('Ada: red wager laid, card drawn.');
  expect(turn(fr, 'Ada', ['-B2', '@W'])).toBe('Ada\u00a0: 2 bleu défaussé, carte prise sur la défausse blanche.');
});

it('knows that a card of Rivals leaves the game where another is discarded', () => {
  expect(turn(en, 'Ada', ['-R5'])).toBe('Ada: red 5 discarded.');
  expect(turn(en, 'Ada', ['-R5'], true)).toBe('Ada: red 5 put out of the game.');
  expect(turn(fr, 'Ada', ['-R5'], true)).toBe('Ada\u00a0: 5 rouge sorti du jeu.');
});
