// What can be played, against whom, and who the server takes this browser for, in the words of the chosen language.
import { api, ApiError, Unreachable } from '../api/client';
import { build } from './build.svelte';
import { i18n } from '../i18n/index.svelte';
import type { BotInfo, EditionInfo, GuestInfo, Lobby } from '../api/types';

const RETRY_MS = 5000;

class TheLobby {
  #info = $state.raw<Lobby | null>(null);
  problem = $state<string | null>(null);
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('online', () => this.problem && void this.load());
  }

  /** Answers whether it could be asked; if not, it is asked again by itself. */
  async load(): Promise<boolean> {
    clearTimeout(this.#retry);
    try {
      this.#info = await api.lobby();
      this.problem = null;
      build.hear(this.#info.page);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      this.problem = error instanceof Unreachable ? i18n.t.trouble.unreachable : error.message;
      this.#retry = setTimeout(() => void this.load(), RETRY_MS);
    }
    return this.problem === null;
  }

  get known(): boolean {
    return this.#info !== null;
  }

  get you(): GuestInfo | null {
    return this.#info?.you ?? null;
  }

  get editions(): EditionInfo[] {
    return this.#info?.editions ?? [];
  }

  /** the ladder, weakest first */
  get levels(): BotInfo[] {
    return this.#bots.filter(({ kind }) => kind === 'level');
  }

  get characters(): BotInfo[] {
    return this.#bots.filter(({ kind }) => kind === 'character');
  }

  bot(id: string | null): BotInfo | null {
    return this.#bots.find((bot) => bot.id === id) ?? null;
  }

  /** Whom to play against: the one chosen before, else the mild one for newcomers. */
  opponent(chosen: string | null): string | null {
    return (this.bot(chosen) ?? this.bot(this.#info?.first_bot ?? null) ?? this.#bots[0])?.id ?? null;
  }

  botName(id: string): string {
    return this.bot(id)?.name ?? id;
  }

  get #bots(): BotInfo[] {
    return this.#info?.bots ?? [];
  }
}

export const lobby = new TheLobby();
