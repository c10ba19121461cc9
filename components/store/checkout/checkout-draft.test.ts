import { describe, expect, it } from 'vitest';
import { draftOf, fieldErrors, fieldsOfDetails } from './checkout-draft.ts';

const filledIn = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const person = { name: 'Anna', email: 'anna@plaza.test' };

describe('the checkout form', () => {
  it('submits the displayed total, language and currency', () => {
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

  it('sends items only when a part of the cart is ordered', () => {
    const around = { currency: 'UAH', locale: 'en', expectedTotal: 0 } as const;
    const items = [{ id: 'prd_lamp', qty: 2 }];

    expect(draftOf(filledIn(person), around)).not.toHaveProperty('items');
    expect(draftOf(filledIn(person), { ...around, items })).toMatchObject({ items });
  });

  it('uses delivery by arrangement when nothing is delivered', () => {
    const draft = draftOf(filledIn(person), { currency: 'UAH', locale: 'en', expectedTotal: 0 });

    expect(draft.delivery.method).toBe('arrange');
  });

  it.each([
    ['no fields', {}, { name: 'required', email: 'required' }],
    ['a blank name', { ...person, name: '  ' }, { name: 'required' }],
    ['an invalid email address', { ...person, email: 'anna@plaza' }, { email: 'badEmail' }],
    [
      'a courier without an address',
      { ...person, method: 'courier', city: '', address: '' },
      { city: 'required', address: 'required' },
    ],
    ['arranged delivery and no address', { ...person, method: 'arrange' }, {}],
  ])('with %s reports which fields are wrong', (_, fields, errors) => {
    expect(fieldErrors(filledIn(fields))).toEqual(errors);
  });

  it('maps the field names of the server to its own fields and uses its own error texts', () => {
    const details = { 'contact.email': 'Invalid email address', 'delivery.city': 'Too big' };

    expect(fieldsOfDetails(details)).toEqual({ email: 'badEmail', city: 'badField' });
  });

  it.each(['items.0.id', 'items.0.name', 'note', 'currency', 'email'])('has no field for %s', (path) => {
    expect(fieldsOfDetails({ [path]: 'is wrong' })).toEqual({});
  });
});
