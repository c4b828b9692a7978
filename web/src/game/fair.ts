// Verifies a deal in the browser: the same bytes as lostcities/fair.py and deal.py.
//
// Numbers come from blocks SHA-256(key ‖ n), n = 0, 1, 2 … as four bytes, big end first, read as eight
// big-endian 32-bit words; a number below n is the next word modulo n, without the words that would favour
// small numbers. The key is HMAC-SHA256(secret, label). A browser's own SHA-256 is missing where the page comes
// over plain http from another computer, as it does at home.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Colour, Exploit } from '../art/art';

export interface Deal {
  deck: string[];
  exploits: Exploit[];
  startingWagers: [Colour, Colour][];
}

export interface DealtVariant {
  /** its text form, as in `duel-2026 exploits=announced` */
  text: string;
  colours: Colour[];
  players: number;
  rivals: boolean;
  exploits: boolean;
}

/** In the order in which they are shuffled. */
export const EXPLOITS: readonly Exploit[] = [
  'three-yellow',
  'three-red',
  'three-blue',
  'three-purple',
  'three-green',
  'five-cards',
  'three-expeditions',
  'run-of-three',
  'most-expeditions',
  'best-expedition',
  'lowest-hand',
];
const EXPLOITS_DEALT = 5;
const VALUES = ['X', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** What the server published before the deal, if this is its secret. */
export const commitment = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** The cards of a round; rounds are numbered from 1. */
export function dealt(secret: string, cuts: readonly string[], variant: DealtVariant, round: number): Deal {
  const label = ['lostcities', `round ${round}`, variant.text, ...cuts].join('\n');
  const numbers = new Numbers(hmac(sha256, hexToBytes(secret), utf8ToBytes(label)));
  const deck = shuffle(fullDeck(variant), numbers);
  return {
    deck,
    exploits: variant.exploits ? (shuffle([...EXPLOITS], numbers)).slice(0, EXPLOITS_DEALT) : [],
    startingWagers: variant.rivals ? startingWagers(variant, numbers) : [],
  };
}

function fullDeck({ colours, rivals }: DealtVariant): string[] {
  const copies = (value: string) => (value === 'X' ? 3 : rivals && Number(value) <= 5 ? 2 : 1);
  return colours.flatMap((colour) =>
    VALUES.flatMap((value) => Array.from({ length: copies(value) }, () => colour + value)),
  );
}

function startingWagers({ colours, players }: DealtVariant, numbers: Numbers): [Colour, Colour][] {
  for (;;) {
    const drawn = shuffle(colours.flatMap((colour) => [colour, colour]), numbers);
    const pairs = Array.from({ length: players }, (_, seat): [Colour, Colour] => [
      drawn[2 * seat] as Colour,
      drawn[2 * seat + 1] as Colour,
    ]);
    if (pairs.every(([a, b]) => a !== b)) return pairs;
  }
}

/** Fisher and Yates, from the last place down. */
function shuffle<T>(items: T[], numbers: Numbers): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = numbers.below(i + 1);
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

class Numbers {
  #words: number[] = [];
  #block = 0;

  constructor(readonly key: Uint8Array) {}

  below(n: number): number {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const word = this.#next();
      if (word < limit) return word % n;
    }
  }

  #next(): number {
    if (!this.#words.length) {
      const input = new Uint8Array(this.key.length + 4);
      input.set(this.key);
      new DataView(input.buffer).setUint32(this.key.length, this.#block++);
      const digest = new DataView(sha256(input).buffer);
      this.#words = Array.from({ length: 8 }, (_, i) => digest.getUint32(4 * i));
    }
    return this.#words.shift() as number;
  }
}
