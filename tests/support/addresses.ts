import type { UserContext } from '#lib/context/context.ts';
import { addAddress } from '#lib/store/addresses/addresses.ts';
import type { NewAddress } from '#lib/store/schemas/address.ts';

export const testAddress: NewAddress = {
  label: 'Home',
  name: 'Olha Koval',
  phone: '+380 67 123 45 67',
  country: 'UA',
  city: 'Lviv',
  address: 'Zelena 12',
  postalCode: '79000',
};

/** Adds an address to the user's book. Each has its own house number, so that no two are the same place. */
export const putAddress = async (ctx: UserContext, given: Partial<NewAddress> = {}): Promise<string> =>
  (await addAddress(ctx, { ...testAddress, ...given })).id;
