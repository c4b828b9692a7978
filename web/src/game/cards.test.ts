import { describe, expect, it } from 'vitest';
import { colourOf, keyed, sorted, valueOf, without } from './cards';

describe('cards', () => {
  it('are taken apart', () => {
    expect([colourOf('R10'), valueOf('R10')]).toEqual(['R', 10]);
    expect([colourOf('WX'), valueOf('WX')]).toEqual(['W', 'X']);
  });

  it('are sorted as the colours lie on the table, wagers first', () => {
    expect(sorted(['R2', 'Y10', 'RX', 'Y9'], ['Y', 'R'])).toEqual(['Y9', 'Y10', 'RX', 'R2']);
  });

  it('have a key each, though wagers are alike', () => {
    expect(keyed(['GX', 'GX', 'G2']).map(({ key }) => key)).toEqual(['GX', 'GX#1', 'G2']);
  });

  it('are told apart by number: one of two wagers is missing', () => {
    expect(without(['GX', 'GX', 'G2'], ['GX', 'G2'])).toEqual(['GX']);
  });
});
