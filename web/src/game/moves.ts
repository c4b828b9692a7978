// Moves in their text form (`+R10`, `-R10`, `@`, `@R`, `claim:…`, `bid:3` …), taken apart.
import type { Exploit } from '../art/art';
import { colourOf, type Colour } from './cards';

export type Move =
  | { kind: 'lay' | 'discard'; card: string }
  | { kind: 'draw'; colour: Colour | null }
  | { kind: 'claim'; exploit: Exploit }
  | { kind: 'bid'; amount: number }
  | { kind: 'discover' | 'pass' | 'stop' };

export function parse(token: string): Move {
  if (token.startsWith('+')) return { kind: 'lay', card: token.slice(1) };
  if (token.startsWith('-')) return { kind: 'discard', card: token.slice(1) };
  if (token.startsWith('@')) return { kind: 'draw', colour: token.length > 1 ? colourOf(token.slice(1)) : null };
  if (token.startsWith('claim:')) return { kind: 'claim', exploit: token.slice(6) as Exploit };
  if (token.startsWith('bid:')) return { kind: 'bid', amount: Number(token.slice(4)) };
  if (token === 'discover' || token === 'pass') return { kind: token };
  return { kind: 'stop' };
}

export const lay = (card: string): string => `+${card}`;
export const discard = (card: string): string => `-${card}`;
export const draw = (colour?: Colour | null): string => `@${colour ?? ''}`;
export const claim = (exploit: Exploit): string => `claim:${exploit}`;
export const bid = (amount: number): string => `bid:${amount}`;
export const STOP = '.';
export const DISCOVER = 'discover';
export const PASS = 'pass';
