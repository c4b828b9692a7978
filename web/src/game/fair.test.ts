import { describe, expect, it } from 'vitest';
import { commitment, dealt } from './fair';
import type { Colour } from './cards';

// Made by lostcities.fair, which the browser must agree with to the last card.
const SECRET = '0f'.repeat(32);
const COMMITMENT = '9b68d49bb092f71292ad76ab8fb8750d710aae5af70e43b8ec0a901d048c0030';
const DEALS = [
  {
    text: 'classic',
    cuts: ['a1', 'b2'],
    players: 2,
    colours: 'YBWGR',
    deck: 'G9 G4 Y6 Y4 R2 Y9 W10 G10 G7 Y7 YX R4 B10 Y5 W7 B9 GX B7 R3 BX W2 B8 GX WX BX R9 B2 B3 Y8 W8 GX RX B4 W9 G6 BX B6 YX G5 R5 G3 Y3 W4 R8 Y10 WX YX R10 B5 R7 WX G2 W3 RX RX G8 W6 R6 W5 Y2',
    exploits: [],
    wagers: [],
  },
  {
    text: 'duel-2026 exploits=announced',
    cuts: ['cut'],
    players: 2,
    colours: 'YRBPG',
    deck: 'B9 R7 R3 R6 G9 Y3 G8 P9 G4 B4 G6 R2 Y8 Y4 PX G7 B6 G2 G3 G10 P7 R10 Y6 P8 PX P4 R5 P5 GX YX RX P10 PX RX B7 Y2 B10 BX B3 B5 Y5 P2 R9 P6 B2 R4 YX RX Y7 YX Y10 G5 BX GX BX R8 Y9 P3 GX B8',
    exploits: ['three-blue', 'run-of-three', 'best-expedition', 'lowest-hand', 'three-purple'],
    wagers: [],
  },
  {
    text: 'rivals players=4',
    cuts: ['x', 'y', 'z'],
    players: 4,
    colours: 'GWRYB',
    deck: 'G5 W5 WX B4 R4 Y10 B3 W7 Y5 W8 G6 R7 B5 B3 G5 Y4 RX R4 G2 Y5 R5 RX G3 G9 Y7 W3 B8 W6 Y3 R5 W4 YX GX G2 W9 Y6 R2 B2 G4 G4 Y8 R6 W5 B5 G7 YX G8 W2 BX W2 Y3 B2 B7 YX W4 B6 Y9 R8 B4 B9 R3 BX Y2 R10 W10 WX G3 Y2 G10 B10 W3 WX R2 RX GX GX Y4 BX R3 R9',
    exploits: [],
    wagers: ['GY', 'WB', 'WR', 'YR'],
  },
  {
    text: 'long rounds=5',
    cuts: [],
    players: 2,
    colours: 'YBWGRP',
    deck: 'G8 P8 PX W8 W2 R6 W7 Y5 PX BX P7 GX WX RX Y3 GX G5 BX W4 G2 R3 B9 YX B3 B5 B6 W6 P4 P5 Y7 P3 RX Y6 Y2 Y9 Y4 WX W10 R9 W5 B2 YX WX Y10 B7 R10 B8 RX G9 GX B4 G7 G10 R4 R5 R2 P6 B10 G6 W3 R8 YX P2 G3 P10 R7 P9 PX BX G4 W9 Y8',
    exploits: [],
    wagers: [],
  },
];

it('the commitment is the hash of the secret', async () => {
  expect(commitment(SECRET)).toBe(COMMITMENT);
});

describe('the second round is dealt as the server deals it', () => {
  it.each(DEALS)('$text', async ({ text, cuts, players, colours, deck, exploits, wagers }) => {
    const variant = {
      text,
      players,
      colours: [...colours] as Colour[],
      rivals: text.startsWith('rivals'),
      exploits: text.includes('exploits'),
    };
    const deal = dealt(SECRET, cuts, variant, 2);
    expect(deal.deck.join(' ')).toBe(deck);
    expect(deal.exploits).toEqual(exploits);
    expect(deal.startingWagers.map((pair) => pair.join(''))).toEqual(wagers);
  });
});
