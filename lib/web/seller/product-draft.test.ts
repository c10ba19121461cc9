import { expect, it } from 'vitest';
import { changeBody, createBody, draftOf, emptyDraft, isChanged, wrongFields } from './product-draft.ts';

const valid = { ...emptyDraft('UAH'), title: ' Vase ', price: '12,50', categories: ['cat_vases'] };

/** A stored product as the API returns it. */
const stored: Parameters<typeof draftOf>[0] = {
  id: 'prd_1',
  vendorId: 'vnd_1',
  slug: 'vase',
  title: 'Vase',
  description: '',
  status: 'published',
  blockedReason: null,
  listed: true,
  unlistedBecause: null,
  translations: { uk: { title: 'Ваза', description: '' } },
  priceMinor: 1250,
  currency: 'UAH',
  prices: { EUR: 40 },
  compareAtMinor: null,
  categories: [{ id: 'cat_vases', slug: 'vases', name: 'Vases', hidden: false }],
  attributes: [{ name: 'Material', value: 'clay' }],
  images: [{ fileId: 'fil_1', url: '/api/media/fil_1', alt: 'A vase', width: 10, height: 10 }],
  sku: null,
  fulfilment: 'physical',
  stock: { onHand: 3, held: 1, available: 2, lowAt: null },
  rating: { average: null, count: 0 },
  sold30d: 0,
  family: null,
  files: [],
  version: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  publishedAt: '2026-01-01T00:00:00.000Z',
};

it('a new product is sent trimmed, in minor units, without empty fields', () => {
  expect(wrongFields(valid)).toEqual([]);
  expect(createBody({ ...valid, lowAt: '2', prices: { EUR: '', USD: '1.20', UAH: '9' } })).toMatchObject({
    ...{ title: 'Vase', priceMinor: 1250, compareAtMinor: null, lowAt: 2, sku: null, stock: 0 },
    ...{ prices: { USD: 120 }, translations: {}, attributes: [], images: [] },
  });
});

it('an unchanged product has nothing to save', () => {
  expect(changeBody(draftOf(stored), draftOf(stored))).toEqual({});
  expect(isChanged(draftOf(stored), draftOf(stored))).toBe(false);
});

it('only the changed fields are sent, lists as a whole', () => {
  const before = draftOf(stored);
  const after = {
    ...before,
    price: '13',
    prices: {},
    images: [],
    attributes: [{ name: 'Material', value: 'clay', unit: 'g' }],
  };

  expect(changeBody(before, after)).toEqual({
    ...{ priceMinor: 1300, prices: {}, images: [] },
    attributes: [{ name: 'Material', value: 'clay', unit: 'g' }],
  });
});

it.each([
  ['title', { title: ' ' }],
  ['title_uk', { translations: { ...valid.translations, uk: { title: '', description: 'Опис' } } }],
  ['price', { price: '0' }],
  ['price', { price: '1.234' }],
  ['compareAt', { compareAt: '12.50' }],
  ['prices', { prices: { EUR: 'x' } }],
  ['stock', { stock: '-1' }],
  ['lowAt', { lowAt: '1.5' }],
  ['categories', { categories: [] }],
  ['attributes', { attributes: [{ name: 'Material', value: '', unit: '' }] }],
] as const)('names the wrong field %s of %j', (field, patch) => {
  expect(wrongFields({ ...valid, ...patch })).toEqual([field]);
});
