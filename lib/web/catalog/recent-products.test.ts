import { describe, expect, it } from 'vitest';
import { openStorage } from '#lib/web/browser-storage.ts';
import { forgetRecent, MOST_RECENT, RECENT_KEY, readRecent, visitProduct } from './recent-products.ts';

/** A storage of its own, in memory. */
const storage = () =>
  openStorage(() => {
    throw new Error('no storage');
  });

describe('recently viewed products', () => {
  it('are the latest first, each once, without the present one', () => {
    const place = storage();
    for (const id of ['prd_a', 'prd_b', 'prd_a']) visitProduct(place, id);

    expect(visitProduct(place, 'prd_c')).toEqual(['prd_a', 'prd_b']);
    expect(readRecent(place)).toEqual(['prd_c', 'prd_a', 'prd_b']);
  });

  it('are at most twelve', () => {
    const place = storage();
    for (let i = 0; i < 20; i += 1) visitProduct(place, `prd_${i}`);

    expect(readRecent(place)).toHaveLength(MOST_RECENT);
    expect(readRecent(place)[0]).toBe('prd_19');
  });

  it('are only ids, whatever the storage holds', () => {
    const place = storage();
    place.setItem(RECENT_KEY, `{"v":1},prd_a,a&b,${'x'.repeat(10_000)}`);

    expect(readRecent(place)).toEqual(['prd_a']);
  });

  it('are gone once forgotten', () => {
    const place = storage();
    visitProduct(place, 'prd_a');
    forgetRecent(place);

    expect(readRecent(place)).toEqual([]);
  });
});
