// What a person has chosen on this device.
import { i18n, preferred } from '../i18n/index.svelte';

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'lostcities';

interface Saved {
  language: string | null;
  theme: Theme;
  sound: boolean;
  nickname: string;
  bot: string | null;
  knowsCost: boolean;
}

function read(): Saved {
  const saved: Saved = { language: null, theme: 'auto', sound: true, nickname: '', bot: null, knowsCost: false };
  try {
    return { ...saved, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>) };
  } catch {
    return saved; // private windows may refuse storage
  }
}

class Prefs {
  #saved = $state(read());

  get theme(): Theme {
    return this.#saved.theme;
  }
  set theme(theme: Theme) {
    this.#change({ theme });
    this.#showTheme();
  }

  get sound(): boolean {
    return this.#saved.sound;
  }
  set sound(sound: boolean) {
    this.#change({ sound });
  }

  get nickname(): string {
    return this.#saved.nickname;
  }
  set nickname(nickname: string) {
    this.#change({ nickname });
  }

  get bot(): string | null {
    return this.#saved.bot;
  }
  set bot(bot: string | null) {
    this.#change({ bot });
  }

  /** Have they been told why a first card makes the score drop? */
  get knowsCost(): boolean {
    return this.#saved.knowsCost;
  }
  set knowsCost(knowsCost: boolean) {
    this.#change({ knowsCost });
  }

  async setLanguage(language: string): Promise<void> {
    this.#change({ language });
    await i18n.use(language);
  }

  async start(): Promise<void> {
    this.#showTheme();
    await i18n.use(preferred(this.#saved.language, navigator.languages));
  }

  #showTheme(): void {
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }

  #change(change: Partial<Saved>): void {
    Object.assign(this.#saved, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      // chosen for this visit only
    }
  }
}

export const prefs = new Prefs();
