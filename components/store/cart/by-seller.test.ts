import { describe, expect, it } from 'vitest';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { bySeller } from './by-seller.ts';

const kiln = { id: 'vnd_kiln', name: 'Kiln', slug: 'kiln' };
const loom = { id: 'vnd_loom', name: 'Loom', slug: 'loom' };
const sold = (vendor: typeof kiln) => ({ vendor }) as ListedProduct; // the rest of a product does not matter here
const products = new Map([
  ['prd_cup', sold(kiln)],
  ['prd_rug', sold(loom)],
  ['prd_bowl', sold(kiln)],
]);
const find = (id: string) => (id === 'prd_gone' ? null : products.get(id));
const line = (id: string) => ({ id, qty: 1 });

describe('bySeller', () => {
  it('keeps the order of the first line of each seller', () => {
    expect(bySeller(['prd_cup', 'prd_rug', 'prd_bowl'].map(line), find)).toEqual([
      { vendor: kiln, lines: [line('prd_cup'), line('prd_bowl')] },
      { vendor: loom, lines: [line('prd_rug')] },
    ]);
  });

  it('puts lines without a known seller last', () => {
    expect(bySeller(['prd_gone', 'prd_rug', 'prd_new'].map(line), find)).toEqual([
      { vendor: loom, lines: [line('prd_rug')] },
      { vendor: null, lines: [line('prd_gone'), line('prd_new')] },
    ]);
    expect(bySeller([], find)).toEqual([]);
  });
});
