// Which cards travel from where to where between two states of a table, found by comparing what is seen:
// so a move, an undo and a state that comes after a lost connection are all shown the same way.
import { isRivals, type RivalsView, type RowView, type View } from '../api/types';
import { keyed, without, type Colour } from './cards';

/** A place on the table, as elements name it in `data-spot`. */
export type Spot = string;

export interface Flight {
  from: Spot;
  to: Spot;
  /** null shows a card's back */
  card: string | null;
}

/** More than this happened at once: the page was away, and shows the new state as it is. */
const MOST = 6;

export const handSpot = (key: string): Spot => `hand:${key}`;
export const seatSpot = (seat: number): Spot => `seat:${seat}`;
export const discardSpot = (colour: Colour): Spot => `discard:${colour}`;
export const rowSpot = (side: number, colour: Colour, index: number): Spot => `row:${side}:${colour}:${index}`;
export const riverSpot = (key: string): Spot => `river:${key}`;
export const PILE: Spot = 'pile';
export const OUT: Spot = 'out';

export function flightsBetween(before: View, after: View): Flight[] {
  if (before.variant !== after.variant || before.standing?.round !== after.standing?.round) return [];
  if (before.seat !== after.seat) return []; // another hand at the same device
  let flights: Flight[] = [];
  if (isRivals(before)) {
    if (isRivals(after)) flights = rivalsFlights(before, after);
  } else if (!isRivals(after)) flights = rowFlights(before, after);
  return flights.length <= MOST ? flights : [];
}

/** Where a card of a seat's hand lies: its own place if it can be seen, else the seat. */
function inHand(view: RowView, seat: number, card: string, others: RowView): Spot {
  const hand = view.hands[seat];
  if (seat !== view.seat || !hand) return seatSpot(seat);
  const keys = keyed(hand).filter((held) => held.card === card);
  const there = keyed(others.hands[seat] ?? []).map((held) => held.key);
  const key = keys.find((held) => !there.includes(held.key)) ?? keys.at(-1);
  return key ? handSpot(key.key) : seatSpot(seat);
}

function rowFlights(before: RowView, after: RowView): Flight[] {
  const flights: Flight[] = [];
  // whoever had the word before made the move; with an undo it is the same seat before and after
  const mover = before.mover ?? after.mover;
  if (mover === null) return flights;
  const colours = Object.keys(after.discard_tops) as Colour[];
  after.expeditions.forEach((rows, side) => {
    for (const colour of colours) {
      const old = before.expeditions[side]?.[colour] ?? [];
      const now = rows[colour] ?? [];
      for (let i = old.length; i < now.length; i++) {
        const card = now[i] as string;
        flights.push({ card, from: inHand(before, mover, card, after), to: rowSpot(side, colour, i) });
      }
      for (let i = now.length; i < old.length; i++) {
        const card = old[i] as string;
        flights.push({ card, from: rowSpot(side, colour, i), to: inHand(after, mover, card, before) });
      }
    }
  });
  for (const colour of colours) {
    const grown = (after.discard_heights[colour] ?? 0) - (before.discard_heights[colour] ?? 0);
    const top = grown > 0 ? after.discard_tops[colour] : before.discard_tops[colour];
    if (!grown || !top) continue;
    if (grown > 0) flights.push({ card: top, from: inHand(before, mover, top, after), to: discardSpot(colour) });
    else flights.push({ card: top, from: discardSpot(colour), to: inHand(after, mover, top, before) });
  }
  if (after.pile < before.pile) {
    const drawn = mover === after.seat ? without(after.hands[mover] ?? [], before.hands[mover] ?? []) : [];
    const card = drawn[0] ?? null;
    flights.push({ card, from: PILE, to: card ? inHand(after, mover, card, before) : seatSpot(mover) });
  }
  return flights;
}

function rivalsFlights(before: RivalsView, after: RivalsView): Flight[] {
  const flights: Flight[] = [];
  const gone = without(before.river, after.river);
  const come = without(after.river, before.river);
  after.expeditions.forEach((rows, side) => {
    for (const [colour, now] of Object.entries(rows) as [Colour, string[]][]) {
      const added = without(now, before.expeditions[side]?.[colour] ?? []);
      for (const card of added) {
        const at = gone.indexOf(card);
        if (at >= 0) gone.splice(at, 1);
        flights.push({ card, from: riverFrom(before, card), to: rowSpot(side, colour, now.lastIndexOf(card)) });
      }
    }
  });
  for (const card of gone) flights.push({ card, from: riverFrom(before, card), to: OUT });
  for (const card of come) flights.push({ card, from: PILE, to: riverFrom(after, card) });
  // a card that nobody can lay any more leaves the game as it is turned over
  if (after.left_at_once && cardsLeft(after) < cardsLeft(before)) flights.push({ card: after.last_turned, from: PILE, to: OUT });
  return flights;
}

const cardsLeft = (view: RivalsView): number => view.pile + 20 * view.piles_left;

function riverFrom(view: RivalsView, card: string): Spot {
  return riverSpot(keyed(view.river).findLast((held) => held.card === card)?.key ?? card);
}
