import { describe, expect, it } from 'vitest';
import { cookieOf } from '#lib/core/cookies.ts';

describe('cookieOf', () => {
  it('finds a cookie by its full name and returns the first of two', () => {
    const headers = new Headers({ cookie: 'xa=1; a=2=3; b; a=4' });

    expect(cookieOf(headers, 'a')).toBe('2=3');
    expect(cookieOf(headers, 'b')).toBe('');
    expect(cookieOf(headers, 'c')).toBeUndefined();
    expect(cookieOf(new Headers(), 'a')).toBeUndefined();
  });
});
