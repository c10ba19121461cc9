import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { AddressView } from '#lib/store/schemas/address.ts';
import type { Place } from './first-place.ts';

type CountryFieldProps = {
  readonly countries: readonly NamedCountry[];
  readonly country: string;
  readonly onCountry: (country: string) => void;
  readonly error: string | undefined;
  readonly texts: Texts<'checkout'>;
};

export const CountryField = ({ countries, country, onCountry, error, texts }: CountryFieldProps) => (
  <SelectField
    id="country"
    name="country"
    label={texts.country}
    autoComplete="country"
    value={country}
    onChange={(event) => onCountry(event.currentTarget.value)}
    error={error}
  >
    {countries.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </SelectField>
);

type AddressFieldsProps = {
  readonly place: Place | null;
  readonly addresses: readonly AddressView[];
  readonly onPlace: (id: string) => void;
  /** True while no choice needs an address. The fields keep their values, and the form does not send them. */
  readonly isOff: boolean;
  /** True when the address is that of a branch. */
  readonly isBranch: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly texts: Texts<'checkout'>;
};

/** Shows the saved addresses to choose from, the fields of the address, and whether to save it. */
export function AddressFields({ place, addresses, onPlace, isOff, isBranch, errors, texts }: AddressFieldsProps) {
  const from = place?.id ?? '';
  return (
    <div hidden={isOff} className="flex flex-col gap-4">
      {addresses.length > 0 && (
        <SelectField
          id="savedAddress"
          disabled={isOff}
          label={texts.savedAddress}
          value={from}
          onChange={(event) => onPlace(event.currentTarget.value)}
        >
          {addresses.map(({ id, label, address, city }) => (
            <option key={id} value={id}>
              {[label, address, city].filter(Boolean).join(', ')}
            </option>
          ))}
          <option value="">{texts.otherAddress}</option>
        </SelectField>
      )}
      <div key={from} className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="city"
          name="city"
          disabled={isOff}
          label={texts.city}
          autoComplete="address-level2"
          maxLength={80}
          required
          defaultValue={place?.city}
          error={errors.city}
        />
        <TextField
          id="address"
          name="address"
          disabled={isOff}
          label={isBranch ? texts.branch : texts.address}
          autoComplete={isBranch ? 'off' : 'street-address'}
          maxLength={200}
          required
          defaultValue={place?.address}
          error={errors.address}
        />
        <TextField
          id="postalCode"
          name="postalCode"
          disabled={isOff}
          label={texts.postalCode}
          note={texts.optional}
          autoComplete="postal-code"
          maxLength={16}
          defaultValue={place?.postalCode}
          error={errors.postalCode}
        />
      </div>
      <Checkbox key={`save-${from}`} name="saveAddress" disabled={isOff} defaultChecked={from !== ''}>
        {texts.saveAddress}
      </Checkbox>
    </div>
  );
}
