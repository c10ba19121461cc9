import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { UserAddresses } from '#lib/store/collections.ts';
import { MOST_ADDRESSES } from '#lib/store/limits.ts';
import { addressesOf } from '#lib/store/queries.ts';
import type { AddressPatch, AddressView, NewAddress, UserAddress } from '#lib/store/schemas/address.ts';

/** The queue of everything that changes a user's address book. */
export const addressLane = (userId: string): string => `${UserAddresses.name}/${userId}`;

/** Returns the user's address book: the address of the latest order first, then the newest. */
export async function listAddresses({ data, user }: UserContext): Promise<AddressView[]> {
  const { rows } = await data.find(addressesOf(user.id, MOST_ADDRESSES));
  return rows.toSorted(byUse).map(toAddressView);
}

/** Adds an address. Throws TooManyAddresses when the book is full. */
export async function addAddress({ data, user, now }: UserContext, given: NewAddress): Promise<AddressView> {
  const id = newId('address');
  const at = now().toISOString();
  const address: UserAddress = { userId: user.id, ...given, lastUsedAt: null, createdAt: at, updatedAt: at };
  await data.tx(
    async (t) => {
      if ((await t.find(addressesOf(user.id, MOST_ADDRESSES))).rows.length >= MOST_ADDRESSES)
        throw conflict(`An address book has at most ${MOST_ADDRESSES} addresses`, { code: 'TooManyAddresses' });
      t.create(UserAddresses, id, address);
    },
    { lane: addressLane(user.id), mayQuery: true },
  );
  return toAddressView({ id, data: address });
}

/** Returns an address of the user. Throws the same NotFound for another user's address and for a missing one. */
export async function getOwnAddress(
  { data, user }: UserContext,
  id: string,
  reader: Reader = data,
): Promise<Row<UserAddress>> {
  const row = await reader.get(UserAddresses, id);
  if (row?.data.userId !== user.id) throw notFound('Address', id);
  return row;
}

/** Changes the given fields of an address. */
export async function changeAddress(ctx: UserContext, id: string, patch: AddressPatch): Promise<AddressView> {
  const updatedAt = ctx.now().toISOString();
  const changed = await ctx.data.tx(async (t) => {
    const { data } = await getOwnAddress(ctx, id, t);
    t.update(UserAddresses, id, { ...patch, updatedAt });
    return { ...data, ...patch };
  });
  return toAddressView({ id, data: changed });
}

/** Removes an address from the book. Orders keep their own copy. */
export const removeAddress = (ctx: UserContext, id: string): Promise<void> =>
  ctx.data.tx(async (t) => {
    await getOwnAddress(ctx, id, t);
    t.delete(UserAddresses, id);
  });

type Saved = Pick<Row<UserAddress>, 'id' | 'data'>;

const byUse = (a: Saved, b: Saved): number =>
  (b.data.lastUsedAt ?? '').localeCompare(a.data.lastUsedAt ?? '') || b.data.createdAt.localeCompare(a.data.createdAt);

export function toAddressView({ id, data }: Saved): AddressView {
  const { label, name, phone, country, city, address, postalCode, lastUsedAt } = data;
  return { id, label, name, phone, country, city, address, postalCode, lastUsedAt };
}
