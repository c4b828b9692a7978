// The own turn of the row game: which card is chosen, and what can be done with it. What is legal, and why
// something is not, only the server says.
import { colourOf, keyed, sorted, type Colour } from '../game/cards';
import { discard, draw, lay } from '../game/moves';
import type { LiveTable } from '../state/live-table.svelte';
import type { RowView } from '../api/types';

export class Turn {
  chosen = $state<string | null>(null);

  constructor(
    readonly live: LiveTable,
    readonly view: () => RowView,
    readonly colours: () => Colour[],
    /** may whoever looks at the screen move? */
    readonly may: () => boolean,
  ) {}

  hand = $derived.by(() => {
    const view = this.view();
    const cards = view.seat === null ? [] : (view.hands[view.seat] ?? []);
    return sorted(cards, this.colours());
  });

  /** the card itself, if it is still in hand */
  card = $derived(keyed(this.hand).find((held) => held.key === this.chosen)?.card ?? null);
  mine = $derived.by(() => this.view().legal_moves.length > 0 && this.may());
  #legal = $derived.by(() => new Set(this.view().legal_moves));
  playing = $derived.by(() => this.mine && ['play', 'extra'].includes(this.view().phase));
  drawing = $derived.by(() => this.mine && this.view().phase === 'draw');

  isLegal(move: string): boolean {
    return this.mine && this.#legal.has(move);
  }

  /** Can this card be played at all now? */
  playable(card: string): boolean {
    return this.isLegal(lay(card)) || this.isLegal(discard(card));
  }

  /** Is this row where the chosen card can go? */
  takes(colour: Colour): boolean {
    return this.card !== null && colourOf(this.card) === colour && this.isLegal(lay(this.card));
  }

  /** Is this discard pile where the chosen card can go, or where a card can be drawn? */
  opens(colour: Colour): boolean {
    if (this.drawing) return this.isLegal(draw(colour));
    return this.card !== null && colourOf(this.card) === colour && this.isLegal(discard(this.card));
  }

  choose(key: string): void {
    this.chosen = this.chosen === key ? null : key;
  }

  lay(card = this.card): Promise<boolean> {
    return card ? this.#send(lay(card)) : Promise.resolve(false);
  }

  discard(card = this.card): Promise<boolean> {
    return card ? this.#send(discard(card)) : Promise.resolve(false);
  }

  draw(colour: Colour | null): Promise<boolean> {
    return this.#send(draw(colour));
  }

  /** A discard pile was picked: it takes the chosen card, or a card is taken from it. */
  pile(colour: Colour): Promise<boolean> {
    return this.card && this.playing ? this.discard() : this.draw(colour);
  }

  async #send(move: string): Promise<boolean> {
    const { chosen } = this;
    const done = await this.live.move(move);
    // the stream may have told it before, and another card may be chosen by now
    if (done && this.chosen === chosen) this.chosen = null;
    return done;
  }
}
