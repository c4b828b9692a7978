// Lets cards fly: before the page changes it notes where everything lies, afterwards it sends copies along.
import { tick, untrack } from 'svelte';
import { flightsBetween, type Flight, type Spot } from '../game/flights';
import type { View } from '../api/types';

interface Seen {
  rect: DOMRect;
  copy: Element;
}

type Snapshot = Map<Spot, Seen>;

const MOVE_MS = 320;
const APART_MS = 90;
/** Long enough to see where the cards of a turn have landed. */
export const LANDING_MS = 1200;
const EASE = 'cubic-bezier(0.25, 0.7, 0.2, 1)';

export const stillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where each spot under the root lies, with a copy of what lies there. */
function snapshot(root: HTMLElement): Snapshot {
  const seen: Snapshot = new Map();
  for (const node of root.querySelectorAll<HTMLElement>('[data-spot]')) {
    seen.set(node.dataset.spot as Spot, { rect: node.getBoundingClientRect(), copy: node.cloneNode(true) as Element });
  }
  return seen;
}

/** Called while a table is set up: lets the cards fly whenever its view changes. */
export function flyAlong(view: () => View, root: () => HTMLElement | undefined, layer: () => HTMLElement | undefined): void {
  let seen: View | null = null;
  let before: Snapshot | null = null;
  $effect.pre(() => {
    const now = view();
    const table = untrack(root);
    before = table && seen && seen !== now && !stillness() ? snapshot(table) : null;
  });
  $effect(() => {
    const [old, now, places] = [seen, view(), before];
    seen = now;
    if (!old || !places || old === now) return;
    void tick().then(() => {
      const [table, above] = [root(), layer()];
      if (table && above) fly(table, above, places, flightsBetween(old, now));
    });
  });
}

/** A card that was dragged starts where it was let go. */
let dropped: { spot: Spot; rect: DOMRect } | null = null;

export function letGo(spot: Spot, rect: DOMRect): void {
  dropped = { spot, rect };
}

function fly(root: HTMLElement, layer: HTMLElement, before: Snapshot, flights: Flight[]): void {
  const start = dropped;
  dropped = null;
  flights.forEach((flight, i) => {
    const goal = root.querySelector<HTMLElement>(`[data-spot="${CSS.escape(flight.to)}"]`);
    const source = before.get(flight.from);
    if (!source || !goal) return;
    const from = start?.spot === flight.from ? start.rect : source.rect;
    const isCard = flight.to.match(/^(hand|row|discard|river):/);
    const image = isCard ? goal : source.copy;
    send(layer, image, from, goal, isCard !== null, i * APART_MS);
  });
}

function send(layer: HTMLElement, image: Element, from: DOMRect, goal: HTMLElement, hide: boolean, delay: number): void {
  const to = goal.getBoundingClientRect();
  if (!from.width || !to.width) return;
  const copy = image.cloneNode(true) as HTMLElement;
  for (const name of ['data-spot', 'id', 'style', 'tabindex']) copy.removeAttribute(name);
  copy.classList.add('flying');
  copy.inert = true;
  const size = hide ? to : from;
  Object.assign(copy.style, { width: `${size.width}px`, height: `${size.height}px` });
  layer.append(copy);
  const place = (rect: DOMRect, scale: number) =>
    `translate(${rect.x + rect.width / 2 - size.width / 2}px, ${rect.y + rect.height / 2 - size.height / 2}px) scale(${scale})`;
  // a card that comes from a seat's badge is no larger than the badge
  const begin = Math.min(from.width / size.width, from.height / size.height);
  const end = hide ? 1 : Math.min(1, to.height / size.height);
  const flight = copy.animate(
    [
      { transform: place(from, begin), opacity: 1 },
      { transform: place(to, end), opacity: hide ? 1 : 0.2 },
    ],
    { duration: MOVE_MS, delay, easing: EASE, fill: 'both' },
  );
  if (hide) goal.classList.add('awaited');
  const done = () => {
    copy.remove();
    goal.classList.remove('awaited');
  };
  flight.finished.then(done, done);
}
