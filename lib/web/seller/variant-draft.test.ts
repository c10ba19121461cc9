import { describe, expect, it } from 'vitest';
import {
  draftsOf,
  hasSoundPrice,
  hasSoundStock,
  isSoundOption,
  missingCombinations,
  newVariantDrafts,
  optionsOf,
  type VariantDraft,
  valuesOf,
  variantBody,
} from './variant-draft.ts';

const options = optionsOf([
  { name: 'Size', values: 'S, M' },
  { name: 'Color', values: 'Red, Blue' },
]);
const member = (...values: string[]) =>
  ({
    productId: values.join(),
    values,
    title: '',
    status: 'draft',
    priceMinor: 1,
    currency: 'UAH',
    available: 0,
  }) as const;

describe('options', () => {
  it('are read from commas, each value once', () => {
    expect(valuesOf(' S,M,, s , dark   blue ')).toEqual(['S', 'M', 'dark blue']);
    expect(valuesOf(' , ')).toEqual([]);
  });

  it('need a name and values', () => {
    expect(isSoundOption({ name: 'Size', values: 'S' })).toBe(true);
    expect(isSoundOption({ name: ' ', values: 'S' })).toBe(false);
    expect(isSoundOption({ name: 'Size', values: ',' })).toBe(false);
    expect(isSoundOption({ name: 'Size', values: Array.from({ length: 31 }, (_, i) => i).join() })).toBe(false);
  });

  it('keep the translations that they had', () => {
    const before = [{ name: 'Size', names: { uk: 'Розмір' }, values: [{ value: 'S', labels: { uk: 'Малий' } }] }];
    const [size] = optionsOf([{ name: 'Size', values: 'S, M' }], before);

    expect(size).toMatchObject({ names: { uk: 'Розмір' }, values: [{ labels: { uk: 'Малий' } }, { labels: {} }] });
    expect(draftsOf(before)).toEqual([{ name: 'Size', values: 'S' }]);
  });
});

describe('new variants', () => {
  it('are the combinations that no member has', () => {
    expect(missingCombinations({ options, members: [member('S', 'Red'), member('M', 'Blue')] })).toEqual([
      ['S', 'Blue'],
      ['M', 'Red'],
    ]);
  });

  it('are offered as many as one call creates', () => {
    const many = optionsOf([{ name: 'Size', values: Array.from({ length: 30 }, (_, i) => `No ${i}`).join() }]);
    expect(newVariantDrafts({ options: many, members: [] })).toHaveLength(20);
  });

  it('take the price of the copied product unless one is typed', () => {
    const draft: VariantDraft = { values: ['S', 'Blue'], isChosen: true, price: '', stock: '3', sku: ' ' };
    const other = { ...draft, values: ['M', 'Red'], price: '12.50', sku: 'M-R' };

    expect(variantBody([draft, other, { ...draft, isChosen: false }], 'UAH').variants).toEqual([
      { values: ['S', 'Blue'], stock: 3, sku: null },
      { values: ['M', 'Red'], priceMinor: 1_250, stock: 3, sku: 'M-R' },
    ]);
    expect([draft, other, { ...draft, price: '0' }].map((given) => hasSoundPrice(given, 'UAH'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(['0', '-1', '1.5', ''].map((stock) => hasSoundStock({ ...draft, stock }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
