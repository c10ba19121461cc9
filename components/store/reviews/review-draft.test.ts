import { describe, expect, it } from 'vitest';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { bodyOf, firstDraft, problemsOf, readDraft, storeDraft } from './review-draft.ts';

function memory(): CartStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const draft = { rating: 4, title: ' ', content: 'Good', images: [{ fileId: 'fil_1', url: '/api/media/fil_1' }] };

describe('the draft of a review', () => {
  it('survives a reload per product until it is forgotten', () => {
    const storage = memory();
    storeDraft(storage, 'prd_1', draft);

    expect(readDraft(storage, 'prd_1')).toEqual(draft);
    expect(readDraft(storage, 'prd_2')).toBeNull();
    storeDraft(storage, 'prd_1', null);
    expect(readDraft(storage, 'prd_1')).toBeNull();
  });

  it.each(['{', '3', '{"title":1}', 'null'])('is none where the browser holds %s', (text) => {
    const storage = memory();
    storage.setItem('platform_review_prd_1', text);

    expect(readDraft(storage, 'prd_1')).toBeNull();
  });

  it('keeps only pictures of the shop and ratings that exist', () => {
    const storage = memory();
    const images = [...draft.images, { fileId: 'x', url: 'https://evil.example/a' }, 7];
    storage.setItem('platform_review_prd_1', JSON.stringify({ ...draft, rating: 9, images }));

    expect(readDraft(storage, 'prd_1')).toEqual({ ...draft, rating: 0 });
  });

  it('names what it lacks, and leaves out an empty headline', () => {
    expect(problemsOf(firstDraft(null, null))).toEqual({ rating: 'needRating', content: 'needText' });
    expect(problemsOf(draft)).toEqual({});
    expect(bodyOf(draft)).toEqual({ rating: 4, content: 'Good', images: ['fil_1'] });
  });
});
