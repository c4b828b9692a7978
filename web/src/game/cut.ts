// A cut of the cards: something random that the server could not foresee when it sealed the deal. Its seal is
// sent first, so that nobody can choose a cut looking at the others'.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FairInfo } from '../api/types';

/** 128 random bits: so many that a seal does not give the cut away. */
export function newCut(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

export const sealOf = (cut: string): string => bytesToHex(sha256(utf8ToBytes(cut)));

/** What this browser keeps of a deal, to see at the end that nobody has changed it. */
export interface Kept {
  commitment: string;
  cut: string;
  /** everybody's, by seat, as they were before the own cut was shown */
  seals?: Record<string, string>;
  /** the match has begun, or the table was closed before */
  over?: true;
}

export const sealsOf = (fair: FairInfo): Record<string, string> =>
  Object.fromEntries(fair.seals.map(({ seat, seal }) => [seat, seal]));

export type Difference = 'commitment' | 'secret' | 'cut' | 'seals' | 'late';

/** What of a finished deal is not as it was agreed. `late`: the match was dealt without the own cut. */
export function differences(fair: FairInfo, kept: Kept): Difference[] {
  const found: Difference[] = [];
  if (fair.commitment !== kept.commitment) found.push('commitment');
  else if (fair.secret && bytesToHex(sha256(hexToBytes(fair.secret))) !== kept.commitment) found.push('secret');
  const own = fair.seals.find(({ seal }) => seal === sealOf(kept.cut));
  if (own?.by === 'withheld') found.push('late');
  else if (own?.by !== 'sealed' || !fair.cuts.includes(kept.cut)) found.push('cut');
  if (kept.seals && !same(kept.seals, sealsOf(fair))) found.push('seals');
  return found;
}

/** What the seals leave open, whoever looks: cuts that were withheld, that the server knew, or that don't fit. */
export function weaknesses(fair: FairInfo): ('misfit' | 'withheld' | 'known' | 'unsealed')[] {
  const sealed = fair.seals.filter(({ by }) => by !== 'withheld');
  if (!fair.seals.length) return fair.cuts.length > 1 ? ['unsealed'] : [];
  if (sealed.some(({ seal }, i) => sealOf(fair.cuts[i] ?? '') !== seal)) return ['misfit'];
  const found: ('withheld' | 'known')[] = [];
  if (sealed.length < fair.seals.length) found.push('withheld');
  if (fair.seals.some(({ by }) => by === 'server' || (by === 'open' && fair.seals.length > 1))) found.push('known');
  return found;
}

function same(a: Record<string, string>, b: Record<string, string>): boolean {
  const seats = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...seats].every((seat) => a[seat] === b[seat]);
}
