import { describe, expect, it } from 'vitest';
import { deliveryIn, movesFor, refusedFields, typedAmount } from './delivery-draft.ts';

const typed = (fields: Readonly<Record<string, string>>, countries: readonly string[] = []) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const code of countries) data.append('countries', code);
  return deliveryIn(data, { currency: 'UAH', locale: 'uk' });
};
const fine = { name_uk: ' Кур’єр ', method: 'courier', price: '60,50', minDays: '2', maxDays: '4' };

describe('the form of a delivery option', () => {
  it('takes the name in the reader’s language for the languages without one', () => {
    expect(typed({ ...fine, name_en: 'Courier' }, ['UA', 'PL'])).toEqual({
      body: {
        ...{ name: { en: 'Courier', uk: 'Кур’єр', ru: 'Кур’єр' }, method: 'courier' },
        ...{ priceMinor: 6_050, freeFromMinor: null, minDays: 2, maxDays: 4, countries: ['UA', 'PL'] },
      },
      wrong: [],
    });
    expect(typed({ ...fine, freeFrom: '1 000' }).body.freeFromMinor).toBe(100_000);
  });

  it('names every wrong field in the order of the form', () => {
    expect(typed({}).wrong).toEqual(['name_uk', 'name_en', 'name_ru', 'price', 'minDays', 'maxDays']);
    expect(typed({ ...fine, price: '1.234' }).wrong).toEqual(['price']);
    expect(typed({ ...fine, price: '10000000.01' }).wrong).toEqual(['price']);
    expect(typed({ ...fine, freeFrom: '0' }).wrong).toEqual(['freeFrom']);
    expect(typed({ ...fine, freeFrom: 'a lot' }).wrong).toEqual(['freeFrom']);
    expect(typed({ ...fine, minDays: '5' }).wrong).toEqual(['maxDays']);
    expect(typed({ ...fine, minDays: '-1' }).wrong).toEqual(['minDays']);
    expect(typed({ ...fine, maxDays: '366' }).wrong).toEqual(['maxDays']);
    expect(typed({ ...fine, name_en: 'x'.repeat(61) }).wrong).toEqual(['name_en']);
  });

  it('finds its fields in the details of a refusal', () => {
    expect(refusedFields({ 'name.ru': 'is too long', maxDays: 'must not be below minDays', code: 'x' })).toEqual([
      'name_ru',
      'maxDays',
    ]);
    expect(refusedFields({ 'countries.3': 'is no country' })).toEqual(['countries']);
  });

  it('shows stored amounts as they are typed', () => {
    expect(typedAmount(6_050, 'UAH')).toBe('60.50');
    expect(typedAmount(null, 'UAH')).toBe('');
  });
});

describe('the order of delivery options', () => {
  const option = (id: string, position: number) => ({ id, position, version: 7 });

  it('changes the two that swap', () => {
    const options = [option('a', 0), option('b', 1), option('c', 2)];
    expect(movesFor(options, 'c', -1)).toEqual([
      { id: 'c', position: 1, version: 7 },
      { id: 'b', position: 2, version: 7 },
    ]);
  });

  it('gives options of the same place one of their own', () => {
    expect(movesFor([option('a', 0), option('b', 0)], 'a', 1)).toEqual([{ id: 'a', position: 1, version: 7 }]);
    expect(movesFor([option('a', 4), option('b', 9)], 'a', 1)).toEqual([
      { id: 'b', position: 0, version: 7 },
      { id: 'a', position: 1, version: 7 },
    ]);
  });

  it('leaves the ends and unknown options where they are', () => {
    expect(movesFor([option('a', 0), option('b', 1)], 'a', -1)).toEqual([]);
    expect(movesFor([option('a', 0), option('b', 1)], 'b', 1)).toEqual([]);
    expect(movesFor([option('a', 0)], 'x', 1)).toEqual([]);
  });
});
