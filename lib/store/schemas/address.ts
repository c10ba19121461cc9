import { z } from 'zod';
import { countryCode } from '#lib/core/countries.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

const text = (most: number) => z.string().trim().max(most);
const filled = (most: number) => text(most).min(1, 'must not be empty');

/** Where a person receives goods. The lengths are those of an order's contact and delivery. */
const place = {
  /** What its owner calls the address: Home, Work. */
  label: text(40),
  name: filled(80),
  phone: text(32),
  country: countryCode,
  city: filled(80),
  address: filled(200),
  postalCode: text(16),
};

/** An address in a user's address book. */
export const userAddress = z.object({
  userId: idText,
  ...place,
  /** When an order was last placed with it. Null: never. */
  lastUsedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type UserAddress = z.infer<typeof userAddress>;

export const newAddressInput = z.strictObject({
  ...place,
  label: place.label.default(''),
  phone: place.phone.default(''),
  postalCode: place.postalCode.default(''),
});
export type NewAddress = z.output<typeof newAddressInput>;

export const addressPatch = z.strictObject({
  label: place.label.exactOptional(),
  name: place.name.exactOptional(),
  phone: place.phone.exactOptional(),
  country: place.country.exactOptional(),
  city: place.city.exactOptional(),
  address: place.address.exactOptional(),
  postalCode: place.postalCode.exactOptional(),
});
export type AddressPatch = z.output<typeof addressPatch>;

export const addressView = z
  .object({ id: idText, ...place, lastUsedAt: isoTime.nullable() })
  .meta({ id: 'UserAddress' });
export type AddressView = z.output<typeof addressView>;

export const addressList = z.object({ addresses: z.array(addressView) });
export const addressAnswer = z.object({ address: addressView });
export const addressDeleted = z.object({ deleted: z.literal(true), id: idText });
