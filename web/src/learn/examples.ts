// The examples on the rules pages; their results are checked against the rules by the tests of the package.

export interface Example {
  rising: string[];
  wrong: string;
  scored: string[];
  /** the sum, line by line as on the sheet */
  sum: string;
}

const classic: Example = {
  rising: ['RX', 'R2', 'R5', 'R7'],
  wrong: 'R6',
  scored: ['GX', 'GX', 'G2', 'G4', 'G5', 'G6', 'G8', 'G10'],
  sum: '(35 − 20) × 3 + 20 = 65',
};

export const examples: Record<string, Example | undefined> & { classic: Example } = {
  classic,
  'rio-grande': classic,
  long: { ...classic, rising: ['PX', 'P2', 'P5', 'P7'], wrong: 'P6' },
  'three-players': {
    ...classic,
    scored: ['B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8'],
    sum: '35 − 17 + 20 = 38',
  },
  teams: classic,
  'duel-2026': { ...classic, rising: ['PX', 'P2', 'P5', 'P7'], wrong: 'P6' },
  rivals: {
    rising: ['BX', 'B3', 'B3', 'B8'],
    wrong: 'B6',
    scored: ['YX', 'YX', 'Y2', 'Y5', 'Y7', 'Y9'],
    sum: '6 × 3 + 8 = 26',
  },
};
