import { describe, expect, it } from 'vitest';
import { addressIn, addressProblems } from './address-form.ts';

const form = (fields: Readonly<Record<string, string>>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe('the form of an address', () => {
  it('returns every field, trimmed, and empty ones as empty texts', () => {
    expect(addressIn(form({ name: ' Olha ', country: 'UA', city: 'Lviv', address: 'Zelena 12' }))).toEqual({
      ...{ label: '', name: 'Olha', phone: '', country: 'UA', city: 'Lviv', address: 'Zelena 12', postalCode: '' },
    });
  });

  it('names the fields that must not be empty', () => {
    const required = 'Needed';
    expect(Object.keys(addressProblems(addressIn(form({ country: 'UA', city: ' ' })), { required }))).toEqual([
      'name',
      'city',
      'address',
    ]);
  });
});
