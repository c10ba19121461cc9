import { describe, expect, it } from 'vitest';
import { memoize } from './memoize.ts';

describe('kept', () => {
  it('computes a value once per key', () => {
    const made: string[] = [];
    const upper = memoize((key) => {
      made.push(key);
      return key.toUpperCase();
    });

    expect([upper('a'), upper('b'), upper('a')]).toEqual(['A', 'B', 'A']);
    expect(made).toEqual(['a', 'b']);
  });

  it('evicts values beyond its size', () => {
    const made: string[] = [];
    const length = memoize((key) => made.push(key), 2);
    for (const key of ['a', 'b', 'c', 'a']) length(key);

    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });
});
