// What is new on the table to whoever looks at it: the cards that the others have played since, and the card that
// came into the own hand last.
import { isRivals, type RowView, type View } from '../api/types';
import { colourOf, without } from './cards';
import { discardSpot, rowSpot, type Spot } from './flights';
import { parse } from './moves';

/** Where the cards lie that the other seats played in their last turns, as far as they can be seen. */
export function latestPlays(view: View): Set<Spot> {
  const spots = new Set<Spot>();
  for (const seat of isRivals(view) ? others(view) : playedSince(view)) {
    for (const move of (view.last_turns[seat] ?? []).map(parse)) {
      if (move.kind === 'lay') {
        const side = seat % view.expeditions.length;
        const colour = colourOf(move.card);
        const spot = (i: number) => rowSpot(side, colour, i);
        const row = view.expeditions[side]?.[colour] ?? [];
        const at = row.findLastIndex((card, i) => card === move.card && !spots.has(spot(i)));
        if (at >= 0) spots.add(spot(at));
      } else if (isRivals(view)) continue;
      else if (move.kind === 'discard') {
        const colour = colourOf(move.card);
        if (view.discard_tops[colour] === move.card) spots.add(discardSpot(colour));
      } else if (move.kind === 'draw' && move.colour) spots.delete(discardSpot(move.colour));
    }
  }
  return spots;
}

/** The other seats in the order of play after the own one; for a spectator all, whoever is to move last. */
function others(view: View): number[] {
  const seats = view.last_turns.length;
  const first = view.seat ?? view.mover ?? 0;
  return Array.from({ length: seats }, (_, i) => (first + 1 + i) % seats).filter((seat) => seat !== view.seat);
}

/** Of these, whoever has laid or discarded a card since the viewer did. */
function playedSince(view: RowView): number[] {
  const seats = others(view);
  if (view.mover === null) return seats;
  if (view.mover === view.seat) return view.phase === 'draw' ? [] : seats;
  return seats.slice(0, seats.indexOf(view.mover) + (view.phase === 'play' ? 0 : 1));
}

/** The card that came into the own hand between two views, unless it was taken back. */
export function cardDrawn(before: RowView, after: RowView): string | null {
  const { seat } = after;
  if (seat === null || seat !== before.seat || after.ply <= before.ply) return null;
  if (after.standing?.round !== before.standing?.round) return null;
  const come = without(after.hands[seat] ?? [], before.hands[seat] ?? []);
  return come.length === 1 ? (come[0] as string) : null;
}
