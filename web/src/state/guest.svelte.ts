// Who this browser is to the server: a guest with a nickname, known by a cookie that the page can't read.
import { api, ApiError, Unreachable } from '../api/client';
import { i18n } from '../i18n/index.svelte';
import { notes } from './notes.svelte';
import { prefs } from './prefs.svelte';

class Guest {
  known = $state(false);
  #nickname = '';

  get nickname(): string {
    return prefs.nickname.trim() || i18n.t.table.guest;
  }

  /** Find out whether the server knows this browser. */
  async meet(): Promise<boolean> {
    if (this.known) return true;
    try {
      this.#nickname = (await api.me()).nickname;
      if (!prefs.nickname && this.#nickname !== i18n.t.table.guest) prefs.nickname = this.#nickname;
      this.known = true;
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
    }
    return this.known;
  }

  /** Become a guest if need be, under the chosen nickname. Says so and answers false if that fails. */
  async enter(): Promise<boolean> {
    try {
      if (await this.meet()) await this.rename();
      else {
        this.#nickname = (await api.enter(this.nickname)).nickname;
        this.known = true;
      }
      return true;
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      notes.show(error.message, 'bad');
      return false;
    }
  }

  async rename(): Promise<void> {
    if (!this.known || this.nickname === this.#nickname) return;
    this.#nickname = (await api.rename(this.nickname)).nickname;
  }
}

export const guest = new Guest();
