import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { AddressView } from '#lib/store/schemas/address.ts';
import type { DeliveryMethod } from '#lib/store/values.ts';
import { deliveryMethods } from '#lib/store/values.ts';
import { AddressFields, CountryField } from './address-fields.tsx';
import { DeliveryOptions } from './delivery-options.tsx';
import type { Place } from './first-place.ts';
import type { Delivery } from './use-delivery.ts';

type DeliveryFieldsProps = {
  /** What the sellers offer, and what the buyer has chosen of it. */
  readonly delivery: Delivery;
  /** The wish of the buyer, where no seller offers options. */
  readonly method: DeliveryMethod;
  readonly onMethod: (method: DeliveryMethod) => void;
  readonly place: Place | null;
  readonly addresses: readonly AddressView[];
  readonly countries: readonly NamedCountry[];
  readonly onPlace: (id: string) => void;
  readonly errors: Readonly<Record<string, string>>;
  readonly locale: Locale;
  readonly texts: Texts<'checkout'>;
};

/**
 * Shows the options of each seller, or the methods that a buyer may wish for where no seller offers any. Only some of
 * them ask for an address, which is kept while another one is selected.
 */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { delivery, method, onMethod, place, addresses, countries, onPlace, errors, locale, texts } = props;
  const { isChosen, needs, country, setCountry } = delivery;
  const hasAddress = isChosen ? needs.address : method !== 'arrange';
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="pb-4 text-xl font-semibold tracking-tight">{texts.delivery}</legend>
      {!isChosen && (
        <div className="grid gap-3 sm:grid-cols-3">
          {deliveryMethods.map((way) => (
            <RadioCard
              key={way}
              name="method"
              value={way}
              checked={way === method}
              onChange={() => onMethod(way)}
              hint={texts[`method_${way}_hint`]}
            >
              {texts[`method_${way}`]}
            </RadioCard>
          ))}
        </div>
      )}
      {(isChosen || hasAddress) && (
        <CountryField {...{ countries, country, texts }} onCountry={setCountry} error={errors.country} />
      )}
      {isChosen && <DeliveryOptions {...{ delivery, errors, locale, texts }} />}
      <AddressFields
        {...{ place, addresses, onPlace, errors, texts }}
        isOff={!hasAddress}
        isBranch={!isChosen && method === 'branch'}
      />
      <TextField
        id="comment"
        name="comment"
        label={texts.comment}
        note={texts.optional}
        autoComplete="off"
        maxLength={500}
        error={errors.comment}
      />
    </fieldset>
  );
}
