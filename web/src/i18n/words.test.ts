import { describe, expect, it } from 'vitest';
import en from './lang/en';
import { languages, preferred } from './index.svelte';

type Tree = { [key: string]: unknown };

/** Every key of a dictionary with what it holds, one below the other. */
function flat(tree: Tree, path = ''): [string, unknown][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' ? flat(value as Tree, `${path}${key}.`) : [[path + key, value] as [string, unknown]],
  );
}

describe('every language', () => {
  const files = import.meta.glob<{ default: Tree }>('./lang/*.ts', { eager: true });

  it.each(languages)('%s has every text, and none is empty', (language) => {
    const words = flat(files[`./lang/${language}.ts`]!.default);
    expect(words.map(([key]) => key).sort()).toEqual(flat(en).map(([key]) => key).sort());
    for (const [key, value] of words) if (typeof value === 'string') expect(value, key).not.toBe('');
  });

  it('keeps the signs that French sets apart in the line of the word before them', () => {
    const texts = flat(files['./lang/fr.ts']!.default).flatMap(([, value]) => value);
    expect(texts.filter((text) => typeof text === 'string' && /(?<![\u00a0\u202f])[;:!?»](?!\d)/.test(text))).toEqual([]);
  });

  it('has no text that the page does not use', () => {
    const sources = Object.values(import.meta.glob<string>('../**/*.{svelte,ts}', { eager: true, query: '?raw', import: 'default' }));
    const page = sources.join('\n');
    const unused = flat(en)
      .map(([key]) => key.split('.'))
      .filter(([section, key]) => !['colours', 'coloursF', 'places', 'exploits', 'editions', 'coach'].includes(section!) && key)
      .filter(([section, key]) => !new RegExp(`\\b${section}(\\.\\w+)*\\.${key}\\b|\\b${section}\\[|\\bs\\.${key}\\b`).test(page));
    expect(unused.map((path) => path.join('.'))).toEqual([]);
  });
});

it('starts in the language chosen before, else in the browser’s, else in English', () => {
  expect(preferred('fr', ['en-GB'])).toBe('fr');
  expect(preferred(null, ['de-DE', 'fr-CA'])).toBe('fr');
  expect(preferred(null, ['de-DE'])).toBe('en');
});
