// The page's words. A language is one file in lang/, with every key of English: the compiler sees to it.
import type en from './lang/en';

export type Words = typeof en;

const files = import.meta.glob<{ default: Words }>('./lang/*.ts');
const code = (path: string) => path.slice('./lang/'.length, -'.ts'.length);

/** The languages that the page speaks, by their codes. */
export const languages = Object.keys(files).map(code);

/** The language to start with: the one chosen before, else the first of the browser's that we speak. */
export function preferred(chosen: string | null, wished: readonly string[]): string {
  const all = [chosen ?? '', ...wished.map((tag) => tag.slice(0, 2).toLowerCase())];
  return all.find((tag) => languages.includes(tag)) ?? 'en';
}

class I18n {
  language = $state('en');
  t = $state.raw<Words>() as Words;

  async use(language: string): Promise<void> {
    const load = files[`./lang/${language}.ts`];
    if (!load) return;
    this.t = (await load()).default;
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const i18n = new I18n();

/** A language in its own words: français. */
export function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
