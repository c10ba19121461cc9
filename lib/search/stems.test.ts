import { describe, expect, it } from 'vitest';
import { stemOf } from './stems.ts';
import { indexTokens, searchTerms } from './terms.ts';

describe('stemOf', () => {
  it.each([
    ['lamps', 64, 'lamp'],
    ['лампами', 64, 'ламп'],
  ])('removes the ending of a word of 64 characters and keeps a longer word unchanged: %s', (ending, length, stem) => {
    const [before] = ending;
    const filler = `${before}`.repeat(length - ending.length);

    expect(stemOf(filler + ending)).toBe(filler + stem);
    expect(stemOf(`${before}${filler}${ending}`)).toBe(`${before}${filler}${ending}`);
  });

  // Quadratic work would take 10^13 steps, hours beyond the timeout of the test.
  it.each(['e', 'ss', 'aeiouy', 'ings', 'іями'])('returns a word of millions of letters unchanged: %s', (part) => {
    const word = `${part.repeat(1_000_000)}x`;

    expect(stemOf(word) === word).toBe(true);
  });

  it('gives the index and the search the same term, even for words too long to stem', () => {
    for (const length of [60, 61, 63, 64, 65, 66, 200]) {
      const word = `${'k'.repeat(length - 3)}ing`;
      const cyrillic = `${'щ'.repeat(length - 3)}ами`;

      expect(indexTokens(word)).toContain(searchTerms(word)[0]?.term);
      expect(indexTokens(cyrillic)).toContain(searchTerms(cyrillic)[0]?.term);
    }
  });
});
