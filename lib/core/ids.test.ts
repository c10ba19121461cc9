import { describe, expect, it } from 'vitest';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { hashId, hashOf, type IdKind, idPrefix, keyedNumber, newId, newNumber } from '#lib/core/ids.ts';

describe('ids', () => {
  it('are unique and consist of the prefix of their kind and 20 random characters', () => {
    const ids = Array.from({ length: 2_000 }, () => newId('order'));

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^ord_[A-Za-z0-9]{20}$/.test(id) && ID_PATTERN.test(id))).toBe(true);
  });

  it('use every letter about equally often', () => {
    const seen = new Map<string, number>();
    for (const letter of Array.from({ length: 2_000 }, () => newId('user').slice(4)).join(''))
      seen.set(letter, (seen.get(letter) ?? 0) + 1);

    const counts = [...seen.values()];
    expect(seen.size).toBe(62);
    // 40 000 letters: 645 each on average, a deviation of 25.
    expect(Math.min(...counts)).toBeGreaterThan(500);
    expect(Math.max(...counts)).toBeLessThan(800);
  });

  it('derived from unique values are reproducible and depend on how the values are separated', () => {
    expect(hashId('hold', 'cart-hold', 'usr_1', 'prd_1')).toBe(hashId('hold', 'cart-hold', 'usr_1', 'prd_1'));
    expect(hashId('hold', 'a', 'bc')).not.toBe(hashId('hold', 'ab', 'c'));
    expect(hashOf('x')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('have a number for people that only the holder of the key can derive again', () => {
    const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

    expect(keyedNumber('W', 9, key, 'usr_1', 'a')).toMatch(/^W[0-9A-HJKMNP-TV-Z]{9}$/);
    expect(keyedNumber('W', 9, key, 'usr_1', 'a')).toBe(keyedNumber('W', 9, key, 'usr_1', 'a'));
    expect(keyedNumber('W', 9, key, 'usr_1', 'b')).not.toBe(keyedNumber('W', 9, key, 'usr_1', 'a'));
    expect(keyedNumber('W', 9, otherKey, 'usr_1', 'a')).not.toBe(keyedNumber('W', 9, key, 'usr_1', 'a'));
  });

  it('have a different prefix for each kind', () => {
    const kinds: IdKind[] = ['user', 'session', 'order', 'hold', 'vendor', 'product', 'category', 'outbox', 'run'];

    expect(new Set(kinds.map(idPrefix)).size).toBe(kinds.length);
  });

  it('have a number for people without letters that are easily misread', () => {
    const numbers = Array.from({ length: 500 }, () => newNumber('P', 9));

    expect(numbers.every((number) => /^P[0-9A-HJKMNP-TV-Z]{9}$/.test(number))).toBe(true);
  });
});
