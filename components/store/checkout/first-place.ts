import type { LastUsed } from '#lib/store/orders/last-used.ts';
import type { AddressView } from '#lib/store/schemas/address.ts';

/** What the checkout fills in for a buyer. `id` names the saved address that it comes from. */
export type Place = Pick<AddressView, 'name' | 'phone' | 'city' | 'address' | 'postalCode'> & {
  readonly id: string | null;
  /** Empty when it is not known. */
  readonly country: string;
};

/**
 * Returns what a checkout begins with: the place of the last order, found again in the address book when it is there,
 * else the first saved address. Null for a buyer without either.
 */
export function firstPlace(last: LastUsed | null, addresses: readonly AddressView[]): Place | null {
  const [latest] = addresses;
  const known = last && addresses.find((saved) => isSame(saved, last));
  if (known) return known;
  if (last?.address || !latest) return last && { ...last, id: null };
  return latest;
}

const isSame = (saved: AddressView, last: LastUsed): boolean =>
  (['country', 'city', 'address', 'postalCode'] as const).every((field) => saved[field] === last[field]);

/** Returns the saved address with this id. Null for another address, which the buyer types. */
export const placeOf = (addresses: readonly AddressView[], id: string): Place | null =>
  addresses.find((saved) => saved.id === id) ?? null;
