import { describe, expect, it } from 'vitest';
import type { FamilyOption } from '#lib/store/schemas/family.ts';
import { choicesOf } from './family-choices.ts';

const option = (name: string, uk: string, ...values: string[]): FamilyOption => ({
  name,
  names: { uk },
  values: values.map((value) => ({ value, labels: {} })),
});
const options = [option('Size', 'Розмір', 'S', 'M', 'L'), option('Color', 'Колір', 'Red', 'Blue')];
const member = (productId: string, values: string[], inStock = true) => ({
  productId,
  values,
  slug: productId,
  inStock,
});

describe('choicesOf', () => {
  const listed = [
    member('s-red', ['S', 'Red']),
    member('m-blue', ['M', 'Blue']),
    member('s-blue', ['S', 'Blue'], false),
    member('m-red', ['M', 'Red']),
  ];
  const targets = (current: string[]) =>
    choicesOf({ options }, listed, current, 'en').map(({ values }) => values.map(({ productId }) => productId));

  it('leads each value to the member with the most other values in common', () => {
    expect(targets(['S', 'Red'])).toEqual([
      ['s-red', 'm-red', null],
      ['s-red', 's-blue'],
    ]);
    expect(targets(['M', 'Blue'])).toEqual([
      ['s-blue', 'm-blue', null],
      ['m-red', 'm-blue'],
    ]);
  });

  it('takes the first member of the family where none shares more', () => {
    const few = [member('m-blue', ['M', 'Blue']), member('m-green', ['M', 'Green'])];
    const [sizes] = choicesOf({ options }, few, ['S', 'Red'], 'en');

    expect(sizes?.values.map(({ productId }) => productId)).toEqual([null, 'm-blue', null]);
  });

  it('says which members are sold out, and names options in the language', () => {
    const [, colors] = choicesOf({ options }, listed, ['S', 'Red'], 'uk');

    expect(colors).toMatchObject({ name: 'Колір', values: [{ inStock: true }, { value: 'Blue', inStock: false }] });
  });
});
