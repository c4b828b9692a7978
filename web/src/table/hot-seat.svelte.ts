// Several people at one device: between two turns the screen is covered, so that nobody sees another's hand.
import type { LiveTable } from '../state/live-table.svelte';

export class HotSeat {
  /** who has said that the screen is theirs */
  #revealed = $state<number | null>(null);

  constructor(readonly live: LiveTable) {}

  /** Rivals has no hands to hide. */
  shared = $derived.by(() => {
    const table = this.live.table;
    return table !== null && table.you.seats.length > 1 && table.variant.family === 'row';
  });

  /** the seat whose turn it is to look, while the screen is covered */
  next = $derived.by(() => this.live.table?.you.seat ?? null);

  covered = $derived.by(
    () => this.shared && this.live.table?.status === 'playing' && this.next !== null && this.#revealed !== this.next,
  );

  reveal(): void {
    this.#revealed = this.next;
  }
}
