// A table being planned: edition, switches, and who sits where.
import { lobby } from '../state/lobby.svelte';
import { prefs } from '../state/prefs.svelte';
import type { EditionInfo, NewTable } from '../api/types';

export type Opponents = 'bot' | 'link' | 'device';
export type Exploits = 'off' | 'awarded' | 'announced';

export class Plan {
  opponents = $state<Opponents>('bot');
  bot = $state('');
  players = $state(2);
  rounds = $state(1);
  exploits = $state<Exploits>('off');
  nothingInHand = $state(false);
  cooperation = $state(false);
  oldest = $state<number | null>(null);
  /** minutes a player (positive), days a move (negative), or none (0) */
  clock = $state(0);
  listed = $state(false);
  names = $state<string[]>(['', '', '', '']);

  constructor(readonly edition: EditionInfo) {
    this.bot = lobby.opponent(prefs.bot) ?? '';
    this.players = edition.players[0] ?? 2;
    this.rounds = edition.rounds;
    this.exploits = edition.has_exploits ? 'awarded' : 'off';
  }

  get isRow(): boolean {
    return this.edition.family === 'row';
  }

  /** `names` are those at this device, the own one first. */
  wish(names: string[]): NewTable {
    if (this.opponents === 'bot') prefs.bot = this.bot;
    const others = Array.from({ length: this.players - 1 }, (_, i): NewTable['seats'][number] => {
      if (this.opponents === 'link') return { kind: 'open' };
      if (this.opponents === 'bot') return { kind: 'bot', bot: this.bot };
      return { kind: 'me', nickname: names[i + 1] ?? '' };
    });
    return {
      variant: {
        edition: this.edition.id,
        players: this.players,
        rounds: this.isRow ? this.rounds : null,
        nothing_in_hand: this.nothingInHand,
        cooperation: this.cooperation && this.players === 2,
        exploits: this.exploits,
      },
      seats: [{ kind: 'me', nickname: names[0] ?? '' }, ...others],
      oldest: this.oldest,
      clock:
        this.opponents === 'device' || this.clock === 0
          ? null
          : this.clock > 0
            ? { kind: 'minutes', minutes: this.clock, increment: 0 }
            : { kind: 'days', days: -this.clock },
      listed: this.opponents === 'link' && this.listed,
    };
  }
}
