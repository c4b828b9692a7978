import { expect, it } from 'vitest';
import { bid, claim, discard, draw, lay, parse } from './moves';

it('reads every move as it writes it', () => {
  expect(parse(lay('R10'))).toEqual({ kind: 'lay', card: 'R10' });
  expect(parse(discard('WX'))).toEqual({ kind: 'discard', card: 'WX' });
  expect(parse(draw())).toEqual({ kind: 'draw', colour: null });
  expect(parse(draw('P'))).toEqual({ kind: 'draw', colour: 'P' });
  expect(parse(claim('run-of-three'))).toEqual({ kind: 'claim', exploit: 'run-of-three' });
  expect(parse(bid(12))).toEqual({ kind: 'bid', amount: 12 });
  for (const kind of ['discover', 'pass'] as const) expect(parse(kind)).toEqual({ kind });
  expect(parse('.')).toEqual({ kind: 'stop' });
});
