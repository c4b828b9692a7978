import { describe, expect, it } from 'vitest';
import { differences, newCut, sealOf, weaknesses, type Kept } from './cut';
import type { FairInfo } from '../api/types';

// SHA-256 of 32 bytes 0f, as in fair.test.ts
const SECRET = '0f'.repeat(32);
const COMMITMENT = '9b68d49bb092f71292ad76ab8fb8750d710aae5af70e43b8ec0a901d048c0030';
const CUTS = ['ada-1', 'grace-2'];

type Seal = FairInfo['seals'][number];
const sealed = (seat: number): Seal => ({ seat, seal: sealOf(CUTS[seat] ?? ''), by: 'sealed', shown: true });
const fair = (changes: Partial<FairInfo> = {}): FairInfo => ({
  commitment: COMMITMENT,
  cuts: CUTS,
  secret: SECRET,
  seals: [sealed(0), sealed(1)],
  cuts_by: null,
  ...changes,
});
const kept: Kept = { commitment: COMMITMENT, cut: 'ada-1', seals: { 0: sealOf('ada-1'), 1: sealOf('grace-2') } };

describe('a cut', () => {
  it('has the seal that the server computes', () => {
    expect(sealOf('ada-1')).toBe('85c710b082731909225f7177f92d17f90be6f82b699483a50823212051609913');
  });

  it('has 128 random bits', () => {
    expect(newCut()).toMatch(/^[0-9a-f]{32}$/);
    expect(newCut()).not.toBe(newCut());
  });
});

describe('what was kept', () => {
  it('is the same in an honest deal', () => {
    expect(differences(fair(), kept)).toEqual([]);
    const { seals: _, ...unseen } = kept;
    expect(differences(fair(), unseen)).toEqual([]);
  });

  it.each([
    ['another commitment', { commitment: '0'.repeat(64) }, ['commitment']],
    ['another secret', { secret: '1f'.repeat(32) }, ['secret']],
    ['the own cut left out', { cuts: ['grace-2'] }, ['cut']],
    ['a cut sealed anew', { seals: [sealed(0), { ...sealed(1), seal: '0'.repeat(64) }] }, ['seals']],
    ['a cut that appeared later', { seals: [sealed(0), sealed(1), { ...sealed(1), seat: 2 }] }, ['seals']],
    ['the own cut withheld', { seals: [{ ...sealed(0), by: 'withheld' as const }, sealed(1)] }, ['late']],
  ])('tells %s', (_, changes, found) => {
    expect(differences(fair(changes), kept)).toEqual(found);
  });
});

describe('what seals leave open', () => {
  const at = (seat: number, by: Seal['by']): Seal => ({ ...sealed(seat), by });

  it.each([
    ['nothing', {}, []],
    ['a cut that does not fit', { cuts: ['ada-1', 'grace-3'] }, ['misfit']],
    ['one withheld', { cuts: ['grace-2'], seals: [at(0, 'withheld'), sealed(1)] }, ['withheld']],
    ['one given as it is', { seals: [sealed(0), at(1, 'open')] }, ['known']],
    ['one that the server made', { cuts: ['ada-1'], seals: [at(0, 'server')] }, ['known']],
    ['a single one given as it is', { cuts: ['ada-1'], seals: [at(0, 'open')] }, []],
    ['old cuts', { seals: [] }, ['unsealed']],
    ['a single old cut', { cuts: ['ada-1'], seals: [] }, []],
  ])('%s', (_, changes, found) => {
    expect(weaknesses(fair(changes))).toEqual(found);
  });
});
