import { describe, expect, it } from 'vitest';
import { Vendors } from '#lib/store/collections.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { openTwoSellers } from '#tests/support/two-sellers.ts';
import { COUNTED_BY_ROW, listOwnProducts } from './own-products.ts';
import { createProducts } from './products.ts';

const goods = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ title: `Lamp ${n}`, priceMinor: 100, categories: ['lighting'], stock: 1, vendorId: 'vnd_lamps' },
  }));

describe('the list of a vendor’s products', () => {
  it('costs the rows of its page, however many products there are, and knows how many', async () => {
    const { shop, seller } = await openTwoSellers();
    const own = (await shop.data.get(Vendors, 'vnd_lamps')) ?? null;
    const list = async (status?: 'draft' | 'published') => {
      const { data, rowsRead, wholeCounts } = countRows(shop.data);
      const query = { limit: 10, sortBy: 'updated', ...(status && { status }) } as const;
      const page = await listOwnProducts({ ...seller, data }, { act: 'read', own, isAdmin: false }, query);
      return { total: page.total, shown: page.products.length, rows: rowsRead(), whole: wholeCounts() };
    };
    await createProducts(shop, goods(12));
    await shop.drain();
    // The draft of this shop was inserted without its index entry.
    expect(await list()).toMatchObject({ total: 13, shown: 10 });
    const few = await list('published');
    expect(few).toMatchObject({ total: 12, shown: 10 });
    expect(await list('draft')).toMatchObject({ total: 1, shown: 1, whole: [] });

    await createProducts(shop, goods(COUNTED_BY_ROW));
    await shop.drain();

    expect(await list('published')).toEqual({ ...few, total: COUNTED_BY_ROW + 12, whole: [] });
  });
});
