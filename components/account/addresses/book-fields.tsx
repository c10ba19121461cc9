import { useId } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { AddressView, NewAddress } from '#lib/store/schemas/address.ts';
import { FIRST_COUNTRY } from '#lib/store/values.ts';

type BookFieldsProps = {
  /** The address to edit. Null for a new one. */
  readonly address: AddressView | null;
  readonly countries: readonly NamedCountry[];
  readonly errors: Readonly<Record<string, string>>;
  readonly texts: Texts<'addresses'>;
};

/** Shows the fields of an address in the address book. */
export function BookFields({ address, countries, errors, texts }: BookFieldsProps) {
  const id = useId();
  const frame = (name: keyof NewAddress) => ({
    id: `${id}-${name}`,
    name,
    label: texts[name],
    error: errors[name],
    defaultValue: address?.[name],
  });
  return (
    <>
      <TextField {...frame('name')} autoComplete="name" maxLength={80} required />
      <TextField {...frame('phone')} note={texts.optional} type="tel" autoComplete="tel" maxLength={32} />
      <SelectField {...frame('country')} autoComplete="country" defaultValue={address?.country ?? FIRST_COUNTRY}>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...frame('city')} autoComplete="address-level2" maxLength={80} required />
      <TextField {...frame('address')} autoComplete="street-address" maxLength={200} required />
      <TextField {...frame('postalCode')} note={texts.optional} autoComplete="postal-code" maxLength={16} />
      <TextField {...frame('label')} note={texts.optional} hint={texts.labelHint} autoComplete="off" maxLength={40} />
    </>
  );
}
