import { describe, expect, it } from 'vitest';
import { actionPathOf } from './view.ts';

const origin = 'https://plaza.example';

describe('the link of a notification', () => {
  it.each([
    ['/orders/ord_1?tab=items#two', '/orders/ord_1?tab=items#two'],
    [`${origin}/cart`, '/cart'],
  ])('is a path of this site: %s', (actionUrl, path) => {
    expect(actionPathOf({ actionUrl }, origin)).toBe(path);
  });

  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test/',
    // These are of our origin, but a browser would read their paths as another host.
    `${origin}//evil.test/`,
    '/.//evil.test/',
    `blob:${origin}//evil.test/`,
    'https://me:pw@plaza.example/',
    'javascript:alert(1)',
    'http://[',
    42,
    undefined,
  ])('is the notification list for anything else: %s', (actionUrl) => {
    expect(actionPathOf({ actionUrl }, origin)).toBe('/notifications');
  });
});
