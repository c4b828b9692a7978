// Sentences about cards, rows and moves, for screen readers and for the last turns.
import type { Words } from '../i18n/index.svelte';
import { colourOf, valueOf, type Colour } from './cards';
import { parse } from './moves';

export function cardName(t: Words, card: string): string {
  const value = valueOf(card);
  const colour = t.colours[colourOf(card)];
  return value === 'X' ? t.card.wager(colour) : t.card.number(colour, value);
}

export function rowLabel(t: Words, owner: string, colour: Colour, cards: readonly string[], points: number): string {
  const name = t.card.expedition(owner, t.coloursF[colour]);
  if (!cards.length) return t.card.emptyRow(name);
  const values = cards.map((card) => (valueOf(card) === 'X' ? t.card.wagerShort : String(valueOf(card))));
  return t.card.row(name, values.join(', '), points);
}

/** What was done, in a form that follows anybody's name: “red 7 laid”. Rivals has no discard piles. */
export function deed(t: Words, token: string, rivals = false): string {
  const move = parse(token);
  switch (move.kind) {
    case 'lay':
      return t.deeds.lay(cardName(t, move.card));
    case 'discard':
      return (rivals ? t.deeds.putOut : t.deeds.discard)(cardName(t, move.card));
    case 'draw':
      return move.colour ? t.deeds.take(t.coloursF[move.colour]) : t.deeds.draw;
    case 'claim':
      return t.deeds.claim(t.exploits[move.exploit]);
    case 'bid':
      return t.deeds.bid(move.amount);
    default:
      return t.deeds[move.kind];
  }
}

/** A turn in one sentence: “Ada: red 7 laid, card drawn.” */
export const turn = (t: Words, who: string, tokens: readonly string[], rivals = false): string =>
  t.deeds.sentence(who, tokens.map((token) => deed(t, token, rivals)).join(', '));
