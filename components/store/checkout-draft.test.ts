import { describe, expect, it } from 'vitest';
import { draftOf, fieldErrors, fieldsOfDetails } from './checkout-draft.ts';

const texts = { required: 'fill in', badEmail: 'no address' };
const filledIn = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const person = { name: 'Anna', email: 'anna@plaza.test' };

describe('the form of the checkout', () => {
  it('asks for the order that is shown, in the language and currency it is shown in', () => {
    const form = filledIn({ ...person, method: 'courier', city: ' Lviv ', address: 'Zelena 12' });

    const draft = draftOf(form, { currency: 'EUR', locale: 'uk', expectedTotal: 4200 });

    expect(draft).toEqual({
      currency: 'EUR',
      locale: 'UK',
      expectedTotal: 4200,
      contact: { ...person, phone: '' },
      delivery: { method: 'courier', country: '', city: 'Lviv', address: 'Zelena 12', postalCode: '', comment: '' },
    });
  });

  it('names the things only where a part of the cart is ordered, so that nothing can be ordered twice by two tabs', () => {
    const around = { currency: 'UAH', locale: 'en', expectedTotal: 0 } as const;
    const items = [{ id: 'prd_lamp', qty: 2 }];

    expect(draftOf(filledIn(person), around)).not.toHaveProperty('items');
    expect(draftOf(filledIn(person), { ...around, items })).toMatchObject({ items });
  });

  it('is delivered by agreement where nothing is delivered', () => {
    const draft = draftOf(filledIn(person), { currency: 'UAH', locale: 'en', expectedTotal: 0 });

    expect(draft.delivery.method).toBe('arrange');
  });

  it.each([
    ['nothing at all', {}, { name: 'fill in', email: 'fill in' }],
    ['a name of blanks', { ...person, name: '  ' }, { name: 'fill in' }],
    ['an address that is none', { ...person, email: 'anna@plaza' }, { email: 'no address' }],
    [
      'a courier without an address',
      { ...person, method: 'courier', city: '', address: '' },
      { city: 'fill in', address: 'fill in' },
    ],
    ['a meeting without an address', { ...person, method: 'arrange' }, {}],
  ])('with %s says which fields need another look', (_, fields, errors) => {
    expect(fieldErrors(filledIn(fields), texts)).toEqual(errors);
  });

  it('finds its own field under the name the server has for it', () => {
    expect(fieldsOfDetails({ 'contact.email': 'bad', 'delivery.city': 'long', note: 'long' })).toEqual({
      email: 'bad',
      city: 'long',
      note: 'long',
    });
  });
});
