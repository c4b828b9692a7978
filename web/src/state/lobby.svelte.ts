// What can be played, and against whom, in the words of the chosen language.
import { api, ApiError, Unreachable } from '../api/client';
import type { EditionInfo, Lobby } from '../api/types';

const RETRY_MS = 5000;

class TheLobby {
  #info = $state.raw<Lobby | null>(null);
  problem = $state<string | null>(null);

  async load(): Promise<void> {
    try {
      this.#info = await api.lobby();
      this.problem = null;
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      this.problem = error.message;
      setTimeout(() => void this.load(), RETRY_MS);
    }
  }

  get editions(): EditionInfo[] {
    return this.#info?.editions ?? [];
  }

  /** weakest first */
  get bots(): Lobby['bots'] {
    return this.#info?.bots ?? [];
  }

  get strongest(): string | null {
    return this.bots.at(-1)?.id ?? null;
  }

  has(bot: string | null): bot is string {
    return this.bots.some(({ id }) => id === bot);
  }

  botName(bot: string): string {
    return this.bots.find(({ id }) => id === bot)?.name ?? bot;
  }
}

export const lobby = new TheLobby();
