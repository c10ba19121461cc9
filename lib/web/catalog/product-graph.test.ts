import { describe, expect, it } from 'vitest';
import { productGraph } from './product-graph.ts';

const mug = {
  id: 'prd_mug',
  slug: 'mug',
  title: 'Кухоль',
  description: 'Глина',
  priceMinor: 49_900,
  currency: 'UAH',
  compareAtMinor: null,
  image: null,
  images: [],
  categories: [],
  vendor: { id: 'vnd_1', name: 'Kiln', slug: 'kiln' },
  rating: { average: 4.5, count: 2 },
  inStock: true,
  available: 3,
  fulfilment: 'physical' as const,
  attributes: [],
  sku: null,
  path: [{ id: 'cat_1', slug: 'tableware', name: 'Посуд' }],
  options: [],
  family: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('productGraph', () => {
  it.each([
    ['en', 'https://plaza.test'],
    ['uk', 'https://plaza.test/uk'],
  ] as const)('in %s contains only URLs of that language', (locale, front) => {
    const [product, crumbs] = productGraph(mug, 'https://plaza.test', locale)['@graph'];

    const url = `${front}/products/prd_mug/mug`;
    expect(product).toMatchObject({ '@id': url, url, offers: { url, price: '499.00', priceCurrency: 'UAH' } });
    expect(crumbs).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Посуд', item: `${front}/products?categories=tableware` },
        { position: 2, name: 'Кухоль', item: url },
      ],
    });
  });

  it('names the family of a variant once, with its rating and the pages of the others', () => {
    const value = (label: string, productId: string | null) => ({
      ...{ value: label, label, productId, slug: productId && 'mug', inStock: true },
    });
    const options = [{ name: 'Розмір', values: [value('S', 'prd_mug'), value('M', 'prd_big'), value('L', null)] }];
    const variant = { ...mug, options: [{ name: 'Розмір', value: 'S' }], family: { id: 'fam_1', options } };
    const [product] = productGraph(variant, 'https://plaza.test', 'en')['@graph'];

    expect(product).toMatchObject({
      name: 'Кухоль, S',
      isVariantOf: {
        productGroupID: 'fam_1',
        variesBy: ['Розмір'],
        hasVariant: [
          { url: 'https://plaza.test/products/prd_mug/mug' },
          { url: 'https://plaza.test/products/prd_big/mug' },
        ],
        aggregateRating: { reviewCount: 2 },
      },
    });
    expect(product).not.toHaveProperty('aggregateRating');
  });
});
