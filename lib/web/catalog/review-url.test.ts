import { describe, expect, it } from 'vitest';
import { readReviewState, reviewApiQuery, reviewQuery } from './review-url.ts';

describe('the address of reviews', () => {
  it('keeps filter, order and page, and leaves out what is usual', () => {
    const state = readReviewState({ sort: 'rating_asc', stars: '2', verified: 'true', after: 'abc' });

    expect(state).toEqual({ sort: 'rating_asc', stars: 2, verified: true, after: 'abc' });
    expect(reviewQuery(state)).toBe('?sort=rating_asc&stars=2&verified=true&after=abc#reviews');
    expect(reviewApiQuery(state)).toBe('sortBy=rating_asc&limit=10&rating=2&verified=true&afterId=abc');
    expect(reviewQuery(readReviewState({}))).toBe('#reviews');
  });

  it('ignores what it does not know', () => {
    expect(readReviewState({ sort: 'x', stars: '6', verified: 'yes', after: 'a b', other: '1' })).toEqual({
      ...{ sort: 'newest', stars: null, verified: false, after: null },
    });
  });
});
