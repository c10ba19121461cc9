import type { UserContext } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import { UserAddresses } from '#lib/store/collections.ts';
import { MOST_ADDRESSES } from '#lib/store/limits.ts';
import { addressesOf } from '#lib/store/queries.ts';
import { type NewAddress, newAddressInput, type UserAddress } from '#lib/store/schemas/address.ts';
import type { Order } from '#lib/store/schemas/order.ts';

/** The place in an address book for the address of an order: a known address, or a new one. */
export type AddressToSave = { readonly id: string; readonly place: NewAddress };

/**
 * Returns where to save the address of an order. Null when the order has no address, or when it is new and the book is
 * full: a full book stops no order. Throws ValidationError for an address without a country code or a name.
 */
export async function addressToSave(
  { data, user }: Pick<UserContext, 'data' | 'user'>,
  { contact, delivery }: Pick<Order, 'contact' | 'delivery'>,
): Promise<AddressToSave | null> {
  const { country, city, address, postalCode } = delivery;
  if (city === '' || address === '') return null;
  const read = newAddressInput.safeParse({ ...contactOf(contact), country, city, address, postalCode });
  if (!read.success) throw invalid('This address cannot be saved', problemsOf(read.error.issues));

  const { rows } = await data.find(addressesOf(user.id, MOST_ADDRESSES));
  const known = rows.find((row) => isSamePlace(row.data, read.data));
  if (known) {
    const { label, phone } = known.data;
    return { id: known.id, place: { ...read.data, label, phone: read.data.phone || phone } };
  }
  if (rows.length >= MOST_ADDRESSES) return null;
  // Two orders to one new place, at once, write one address. A saved address that was changed since keeps its id.
  const id = hashId('address', user.id, ...doorOf(read.data));
  return { id: rows.some((row) => row.id === id) ? newId('address') : id, place: read.data };
}

const contactOf = ({ name, phone }: Order['contact']) => ({ name, phone });

/** Names the fields as the body of an order does. */
const problemsOf = (issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) =>
  Object.fromEntries(
    issues.map(({ path, message }) => {
      const field = String(path[0]);
      return [`${field === 'name' || field === 'phone' ? 'contact' : 'delivery'}.${field}`, message];
    }),
  );

/** Two addresses are the same when they lead to the same door, whoever receives there. */
const isSamePlace = (a: NewAddress, b: NewAddress): boolean => doorOf(a).join('\n') === doorOf(b).join('\n');
const doorOf = ({ country, city, address, postalCode }: NewAddress): readonly string[] =>
  [country, city, address, postalCode].map((text) => text.toLocaleLowerCase('und').replaceAll(/\s+/g, ' '));

/** Reads what `writeUsedAddress` needs, in the transaction of the order. */
export const readUsedAddress = async (t: Reader, toSave: AddressToSave | null): Promise<UserAddress | undefined> =>
  toSave === null ? undefined : (await t.get(UserAddresses, toSave.id))?.data;

/** Writes the address of an order into the book, as the one last used. */
export function writeUsedAddress(
  t: Writer,
  { id, place }: AddressToSave,
  { known, userId, at }: { readonly known: UserAddress | undefined; readonly userId: string; readonly at: string },
): void {
  t.set(UserAddresses, id, { userId, ...place, lastUsedAt: at, createdAt: known?.createdAt ?? at, updatedAt: at });
}
