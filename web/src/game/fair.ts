// Verifies a deal in the browser: the same bytes as lostcities/fair.py and deal.py.
//
// Numbers come from blocks SHA-256(key ‖ n), n = 0, 1, 2 … as four bytes, big end first, read as eight
// big-endian 32-bit words; a number below n is the next word modulo n, without the words that would favour
// small numbers. The key is HMAC-SHA256(secret, label).
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

type Bytes = Uint8Array<ArrayBuffer>;

const fromHex = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What the server published before the deal, if this is its secret. */
export async function commitment(secret: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', fromHex(secret)));
}

/** The cards of a round; rounds are numbered from 1. */
export async function dealt(secret: string, cuts: readonly string[], variant: DealtVariant, round: number): Promise<Deal> {
  const label = ['lostcities', `round ${round}`, variant.text, ...cuts].join('\n');
  const numbers = new Numbers(await hmac(fromHex(secret), new TextEncoder().encode(label)));
  const deck = await shuffle(fullDeck(variant), numbers);
  return {
    deck,
    exploits: variant.exploits ? (await shuffle([...EXPLOITS], numbers)).slice(0, EXPLOITS_DEALT) : [],
    startingWagers: variant.rivals ? await startingWagers(variant, numbers) : [],
  };
}

function fullDeck({ colours, rivals }: DealtVariant): string[] {
  const copies = (value: string) => (value === 'X' ? 3 : rivals && Number(value) <= 5 ? 2 : 1);
  return colours.flatMap((colour) =>
    VALUES.flatMap((value) => Array.from({ length: copies(value) }, () => colour + value)),
  );
}

async function startingWagers({ colours, players }: DealtVariant, numbers: Numbers): Promise<[Colour, Colour][]> {
  for (;;) {
    const drawn = await shuffle(colours.flatMap((colour) => [colour, colour]), numbers);
    const pairs = Array.from({ length: players }, (_, seat): [Colour, Colour] => [
      drawn[2 * seat] as Colour,
      drawn[2 * seat + 1] as Colour,
    ]);
    if (pairs.every(([a, b]) => a !== b)) return pairs;
  }
}

/** Fisher and Yates, from the last place down. */
async function shuffle<T>(items: T[], numbers: Numbers): Promise<T[]> {
  for (let i = items.length - 1; i > 0; i--) {
    const j = await numbers.below(i + 1);
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

class Numbers {
  #words: number[] = [];
  #block = 0;

  constructor(readonly key: Bytes) {}

  async below(n: number): Promise<number> {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const word = await this.#next();
      if (word < limit) return word % n;
    }
  }

  async #next(): Promise<number> {
    if (!this.#words.length) {
      const input = new Uint8Array(this.key.length + 4);
      input.set(this.key);
      new DataView(input.buffer).setUint32(this.key.length, this.#block++);
      const digest = new DataView(await crypto.subtle.digest('SHA-256', input));
      this.#words = Array.from({ length: 8 }, (_, i) => digest.getUint32(4 * i));
    }
    return this.#words.shift() as number;
  }
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}
