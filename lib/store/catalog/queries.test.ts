import { describe, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import {
  categoriesByPosition,
  levelsChangedLast,
  productsInCategory,
  productsNewestFirst,
  slugsOfCategory,
  vendorsInStatus,
  vendorWithSlug,
} from './queries.ts';

describe('the queries of the catalog', () => {
  it('are each served by a declared index', async () => {
    const { data } = await testContext();

    expectServed(data, categoriesByPosition(10));
    expectServed(data, slugsOfCategory('cat_mugs'));
    expectServed(data, productsInCategory('cat_mugs').limit(10));
    expectServed(data, vendorWithSlug('plaza'));
    expectServed(data, vendorsInStatus('approved', 10));
    expectServed(data, productsNewestFirst({}, 10));
    expectServed(data, productsNewestFirst({ vendorId: 'vnd_platform' }, 10));
    expectServed(data, levelsChangedLast(10));
  });
});
