import { describe, expect, it } from 'vitest';
import { stemOf } from './stems.ts';
import { indexTokens, searchTerms } from './terms.ts';

describe('stemOf', () => {
  it.each([
    ['lamps', 64, 'lamp'],
    ['лампами', 64, 'ламп'],
  ])('takes the ending of a word of up to 64 characters: %s', (ending, length, stem) => {
    const [before] = ending;
    const filler = `${before}`.repeat(length - ending.length);

    expect(stemOf(filler + ending)).toBe(filler + stem);
    expect(stemOf(`${before}${filler}${ending}`)).toBe(`${before}${filler}${ending}`);
  });

  // Quadratic work would take 10^13 steps, hours beyond the timeout of the test.
  it.each(['e', 'ss', 'aeiouy', 'ings', 'іями'])('does no work on a word of millions of letters: %s', (part) => {
    const word = `${part.repeat(1_000_000)}x`;

    expect(stemOf(word) === word).toBe(true);
  });

  it('is the same in the index and in a search, also for a word too long to have one', () => {
    for (const length of [60, 61, 63, 64, 65, 66, 200]) {
      const word = `${'k'.repeat(length - 3)}ing`;
      const cyrillic = `${'щ'.repeat(length - 3)}ами`;

      expect(indexTokens(word)).toContain(searchTerms(word)[0]?.term);
      expect(indexTokens(cyrillic)).toContain(searchTerms(cyrillic)[0]?.term);
    }
  });
});
