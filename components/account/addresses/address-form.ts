import type { Texts } from '#lib/i18n/texts.ts';
import type { AddressView, NewAddress } from '#lib/store/schemas/address.ts';
import { textIn } from '#lib/web/form-text.ts';

const names = ['label', 'name', 'phone', 'country', 'city', 'address', 'postalCode'] as const;
const needed = ['name', 'country', 'city', 'address'] as const satisfies readonly (keyof NewAddress)[];

/** Returns the address that a form holds. */
export const addressIn = (form: FormData): NewAddress =>
  Object.fromEntries(names.map((name) => [name, textIn(form, name)])) as NewAddress;

/** Returns the error texts of the fields that must not stay empty. */
export const addressProblems = (
  address: NewAddress,
  { required }: Pick<Texts<'addresses'>, 'required'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(needed.flatMap((name) => (address[name] === '' ? [[name, required] as const] : [])));

/** Returns the street and the city of an address. */
export const placeText = ({ address, city }: Pick<AddressView, 'address' | 'city'>): string => `${address}, ${city}`;
