// Whether a round was played with a deal: every card that came to light came in the deal's order.
import { isRivals, type Frame } from '../api/types';
import { without, type Colour } from '../game/cards';
import type { Deal } from '../game/fair';

const same = (a: readonly string[], b: readonly string[]): boolean =>
  [...a].sort().join(' ') === [...b].sort().join(' ');

export function agrees(deal: Deal, frames: Frame[]): boolean {
  const first = frames[0]?.view;
  if (!first) return false;
  return isRivals(first) ? rivalsAgrees(deal, frames) : rowAgrees(deal, frames);
}

function rowAgrees(deal: Deal, frames: Frame[]): boolean {
  const deck = [...deal.deck];
  let before: Frame['view'] | null = null;
  for (const { view } of frames) {
    if (isRivals(view)) return false;
    if (!before) {
      if (!same(view.open_exploits, deal.exploits)) return false;
      for (const hand of view.hands) if (!same(hand ?? [], deck.splice(0, hand?.length ?? 0))) return false;
    } else if (!isRivals(before) && view.pile < before.pile) {
      const seat = before.mover ?? 0;
      const drawn = without(view.hands[seat] ?? [], before.hands[seat] ?? []);
      if (!same(drawn, deck.splice(0, 1))) return false;
    }
    before = view;
  }
  return true;
}

function rivalsAgrees(deal: Deal, frames: Frame[]): boolean {
  const deck = [...deal.deck];
  let before: Frame['view'] | null = null;
  for (const { view } of frames) {
    if (!isRivals(view)) return false;
    if (!before) {
      const wagers = view.expeditions.map((rows) => Object.keys(rows).filter((colour) => rows[colour as Colour]?.length));
      if (!deal.startingWagers.every((pair, seat) => same(pair, wagers[seat] ?? []))) return false;
    } else if (isRivals(before)) {
      const turned = before.pile + 20 * before.piles_left - (view.pile + 20 * view.piles_left);
      const coming = deck.splice(0, turned);
      if (turned && view.last_turned !== coming.at(-1)) return false;
    }
    before = view;
  }
  return true;
}
