import { describe, expect, it } from 'vitest';
import { draftOf, fieldErrors, fieldsOfDetails } from './checkout-draft.ts';

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
    ['nothing at all', {}, { name: 'required', email: 'required' }],
    ['a name of blanks', { ...person, name: '  ' }, { name: 'required' }],
    ['an address that is none', { ...person, email: 'anna@plaza' }, { email: 'badEmail' }],
    [
      'a courier without an address',
      { ...person, method: 'courier', city: '', address: '' },
      { city: 'required', address: 'required' },
    ],
    ['a meeting without an address', { ...person, method: 'arrange' }, {}],
  ])('with %s says which fields need another look', (_, fields, errors) => {
    expect(fieldErrors(filledIn(fields))).toEqual(errors);
  });

  it('finds its own fields under the names the server has for them, and has its own words for what is wrong', () => {
    const details = { 'contact.email': 'Invalid email address', 'delivery.city': 'Too big' };

    expect(fieldsOfDetails(details)).toEqual({ email: 'badEmail', city: 'badField' });
  });

  it.each(['items.0.id', 'items.0.name', 'note', 'currency', 'email'])('has no field for %s', (path) => {
    expect(fieldsOfDetails({ [path]: 'is wrong' })).toEqual({});
  });
});
