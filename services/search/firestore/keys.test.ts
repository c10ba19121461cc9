import { describe, expect, it } from 'vitest';
import type { SearchFilter } from '#lib/search/search-index.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { keyGroupsOf, keyOf, keysOf } from './keys.ts';
import { type Candidate, passes } from './match.ts';

const pairs = ['category:'];
const tokens = [
  'a',
  'ab',
  'abc',
  'abcd',
  'abcde',
  'abcdef',
  'abcdefgh',
  'лампа',
  'лам',
  '😀',
  '😀😀😀',
  'quartz',
  'qua',
];
const facets = ['category:1', 'category:2', 'stock:yes', 'vendor:9'];

const beginningOf = (random: Random, term: string): string => {
  const letters = Array.from(term);
  return letters.slice(0, 1 + random.int(letters.length)).join('');
};

describe('the keys of an entry', () => {
  it('include one of each group of every filter that the entry passes', () => {
    const random = randomFrom(11);
    let passed = 0;
    for (let i = 0; i < 20_000; i++) {
      const entry: Candidate = {
        entryId: 'e',
        a: random.some(tokens, 0, 3),
        b: random.some(tokens, 0, 2),
        c: [],
        facets: random.some(facets, 0, 4),
        fields: {},
        card: '',
      };
      const filter: SearchFilter = {
        terms: random.some(tokens, 0, 2).map((term) => beginningOf(random, term)),
        facets: random.chance(0.5) ? [random.some(facets, 1, 2)] : [],
      };
      if (!passes(entry, filter)) continue;
      passed += 1;
      const held = new Set(keysOf('x', { tokens: [...entry.a, ...entry.b], words: [], facets: entry.facets }, pairs));
      const missed = keyGroupsOf('x', filter, pairs).filter((group) => !group.some((key) => held.has(key)));
      expect(missed, JSON.stringify([entry, filter])).toEqual([]);
    }
    expect(passed).toBeGreaterThan(2_000);
  });

  it('are unsigned 32-bit integers, different for each index and kind', () => {
    const all = [keyOf('x', 'begins', 'mug'), keyOf('y', 'begins', 'mug'), keyOf('x', 'word', 'mug')];

    expect(new Set(all).size).toBe(3);
    for (const key of all) expect(key >= 0 && key < 2 ** 32 && Number.isInteger(key)).toBe(true);
  });
});
