import { expect, it } from 'vitest';
import { clockText } from './clock';

it.each([
  [0, '0:00'],
  [999, '0:01'],
  [245_000, '4:05'],
  [3_729_000, '1:02:09'],
  [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
])('%i ms is %s', (ms, text) => expect(clockText(ms)).toBe(text));
