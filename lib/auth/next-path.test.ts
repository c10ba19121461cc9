import { describe, expect, it } from 'vitest';
import { nextPathOf, ownPathOf } from './next-path.ts';

const origin = 'https://plaza.test';

describe('nextPathOf', () => {
  it.each([
    ['/cart', '/cart'],
    ['/orders/ord_1?tab=a#b', '/orders/ord_1?tab=a#b'],
    ['https://plaza.test/cart', '/cart'],
    ['cart', '/cart'],
    // A browser also reads both as paths of our own. The second must not come back as //evil.test.
    ['https:/evil.test', '/evil.test'],
    ['/..//evil.test', '/evil.test'],
  ])('S47 returns a path on our own origin for %j', (wanted, path) => {
    expect(nextPathOf(origin, wanted)).toBe(path);
    expect(new URL(path, origin).origin).toBe(origin);
  });

  it.each([
    'https://evil.test/',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://plaza.test@evil.test/',
    'https://user:word@plaza.test/cart',
    'https://plaza.test:8443/',
    'http://plaza.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/cart\r\nSet-Cookie: a=b',
    '\t//evil.test',
    'https://',
    '',
    null,
    undefined,
  ])('S47 returns / for %j', (wanted) => {
    expect(nextPathOf(origin, wanted)).toBe('/');
  });
});

describe('ownPathOf', () => {
  it('S47 returns the path of our own page and null for any other address', () => {
    expect(ownPathOf(origin, '/cart?a=b')).toBe('/cart?a=b');
    expect(ownPathOf(origin, 'https://evil.test/')).toBeNull();
    expect(ownPathOf(origin, '/\\evil.test')).toBeNull();
  });
});
