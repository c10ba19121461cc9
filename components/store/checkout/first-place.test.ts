import { describe, expect, it } from 'vitest';
import type { LastUsed } from '#lib/store/orders/last-used.ts';
import type { AddressView } from '#lib/store/schemas/address.ts';
import { firstPlace, placeOf } from './first-place.ts';

const saved = (id: string, address: string): AddressView => ({
  ...{ id, label: '', name: 'Olha', phone: '1', country: 'UA', city: 'Lviv', postalCode: '79000', lastUsedAt: null },
  address,
});
const last = (address: string): LastUsed => ({
  ...{ name: 'Olha', phone: '1', method: 'courier', country: 'UA', city: 'Lviv', postalCode: '79000' },
  address,
});
const book = [saved('adr_1', 'Zelena 12'), saved('adr_2', 'Horodotska 1')];

describe('firstPlace', () => {
  it('finds the place of the last order again in the address book', () => {
    expect(firstPlace(last('Horodotska 1'), book)).toMatchObject({ id: 'adr_2' });
  });

  it('keeps a place that was not saved, and takes the first saved one after an order without a place', () => {
    expect(firstPlace(last('Branch 7'), book)).toMatchObject({ id: null, address: 'Branch 7' });
    expect(firstPlace(last(''), book)).toMatchObject({ id: 'adr_1' });
    expect(firstPlace(null, book)).toMatchObject({ id: 'adr_1' });
    expect(firstPlace(last(''), [])).toMatchObject({ id: null, name: 'Olha' });
    expect(firstPlace(null, [])).toBeNull();
  });
});

it('placeOf returns the chosen address, and null for another one', () => {
  expect(placeOf(book, 'adr_2')).toMatchObject({ address: 'Horodotska 1' });
  expect(placeOf(book, '')).toBeNull();
});
