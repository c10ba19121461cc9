import { describe, expect, it } from 'vitest';
import type { FamilyOption } from '#lib/store/schemas/family.ts';
import { flawsOfFamily, flawsOfProducts } from './family-rules.ts';

const option = (name: string, ...values: string[]): FamilyOption => ({
  name,
  names: {},
  values: values.map((value) => ({ value, labels: {} })),
});
const options = [option('Size', 'S', 'M'), option('Color', 'Red', 'Blue')];
const member = (productId: string, ...values: string[]) => ({ productId, values });

describe('flawsOfFamily', () => {
  it('accepts members with one value per option and different combinations', () => {
    expect(flawsOfFamily({ options, members: [member('a', 'S', 'Red'), member('b', 'S', 'Blue')] })).toEqual({});
  });

  it('rejects what is named twice, whatever its case', () => {
    const members = [member('a', 'S')];
    expect(flawsOfFamily({ options: [option('Size', 'S'), option('size', 'M')], members })).toHaveProperty('options');
    expect(flawsOfFamily({ options: [option('Size', 'S', 's')], members })).toHaveProperty('options');
  });

  it.each([
    ['a missing value', [member('a', 'S')]],
    ['a value too many', [member('a', 'S', 'Red', 'Wool')]],
    ['an unknown value', [member('a', 'S', 'Green')]],
    ['values in another order', [member('a', 'Red', 'S')]],
    ['the same values twice', [member('a', 'S', 'Red'), member('b', 'S', 'Red')]],
    ['the same product twice', [member('a', 'S', 'Red'), member('a', 'M', 'Red')]],
  ])('rejects %s', (_, members) => {
    expect(Object.keys(flawsOfFamily({ options, members }))).toEqual(['members']);
  });
});

describe('flawsOfProducts', () => {
  const product = { vendorId: 'vnd_a', fulfilment: 'physical' } as const;

  it('accepts products of one vendor and one kind', () => {
    expect(flawsOfProducts('vnd_a', [product, product])).toEqual({});
  });

  it('rejects another vendor’s product like a missing one', () => {
    const other = flawsOfProducts('vnd_a', [product, { ...product, vendorId: 'vnd_b' }]);
    expect(other).toHaveProperty('members');
    expect(flawsOfProducts('vnd_a', [product, undefined])).toEqual(other);
  });

  it('rejects physical and digital products together', () => {
    expect(flawsOfProducts('vnd_a', [product, { ...product, fulfilment: 'digital' }])).toHaveProperty('members');
  });
});
