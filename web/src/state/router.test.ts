import { expect, it } from 'vitest';
import { parse } from './router.svelte';

it.each([
  ['/', { page: 'home' }],
  ['/table/b7GkQ2mX', { page: 'table', id: 'b7GkQ2mX' }],
  ['/replay/b7GkQ2mX', { page: 'replay', id: 'b7GkQ2mX' }],
  ['/replay', { page: 'record' }],
  ['/link/abc', { page: 'link', code: 'abc' }],
  ['/learn', { page: 'learn' }],
  ['/learn/rivals', { page: 'rules', edition: 'rivals' }],
  ['/tutorial', { page: 'tutorial' }],
  ['/table', { page: 'lost' }],
  ['/table/a/b', { page: 'lost' }],
  ['/elsewhere', { page: 'lost' }],
])('%s', (path, route) => expect(parse(path)).toEqual(route));
