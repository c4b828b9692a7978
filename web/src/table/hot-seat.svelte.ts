// Several people at one device: whoever has drawn looks at the new hand and hides it, and between two turns the
// screen is covered, so that nobody sees another's hand.
import { api, ApiError, Unreachable } from '../api/client';
import type { TableInfo } from '../api/types';
import type { LiveTable } from '../state/live-table.svelte';

export class HotSeat {
  /** who has said that the screen is theirs */
  #revealed = $state<number | null>(null);
  /** the table as they saw it last before the turn went on, and as they see it since */
  #before = $state.raw<TableInfo | null>(null);
  #after = $state.raw<TableInfo | null>(null);

  constructor(readonly live: LiveTable) {
    $effect(() => {
      if (this.passing) void this.#look();
      else this.#before = this.live.table;
    });
  }

  /** Rivals has no hands to hide. */
  shared = $derived.by(() => {
    const table = this.live.table;
    return table !== null && table.you.seats.length > 1 && table.variant.family === 'row';
  });

  /** the seat whose turn it is to look */
  next = $derived.by(() => this.live.table?.you.seat ?? null);

  #elsewhere = $derived.by(
    () => this.shared && this.live.table?.status === 'playing' && this.next !== null && this.#revealed !== this.next,
  );

  /** The turn has gone on, and whoever has ended it still looks. */
  passing = $derived.by(() => this.#elsewhere && this.#revealed !== null);
  covered = $derived.by(() => this.#elsewhere && this.#revealed === null);

  /** what the screen shows: until the hand is hidden, nothing of the next one */
  table = $derived.by(() => (this.passing ? (this.#after ?? this.#before) : this.live.table));
  looked = $derived.by(() => this.passing && this.#after !== null);

  reveal(): void {
    this.#revealed = this.next;
  }

  hide(): void {
    this.#revealed = null;
    this.#after = null;
  }

  async #look(): Promise<void> {
    try {
      const { table } = await api.table(this.live.id, this.#revealed);
      if (this.passing) this.#after = table;
    } catch (error) {
      // the hand can be seen on the next own turn as well
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      this.hide();
    }
  }
}
