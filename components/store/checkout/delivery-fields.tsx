import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { LastUsed } from '#lib/store/orders/last-used.ts';
import type { DeliveryMethod } from '#lib/store/values.ts';
import { deliveryMethods } from '#lib/store/values.ts';

type DeliveryFieldsProps = {
  readonly method: DeliveryMethod;
  /** The delivery details of the last order. */
  readonly last: LastUsed | null;
  readonly onMethod: (method: DeliveryMethod) => void;
  readonly errors: Readonly<Record<string, string>>;
  readonly texts: Texts<'checkout'>;
};

/** Shows the delivery methods. Only some methods ask for an address, which is kept while another method is selected. */
export function DeliveryFields({ method, last, onMethod, errors, texts }: DeliveryFieldsProps) {
  const isArranged = method === 'arrange';
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-4 text-xl font-semibold tracking-tight">{texts.delivery}</legend>
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
      <div hidden={isArranged} className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="country"
          name="country"
          disabled={isArranged}
          label={texts.country}
          note={texts.optional}
          autoComplete="country-name"
          maxLength={60}
          defaultValue={last?.country}
          error={errors.country}
        />
        <TextField
          id="city"
          name="city"
          disabled={isArranged}
          label={texts.city}
          autoComplete="address-level2"
          maxLength={80}
          required
          defaultValue={last?.city}
          error={errors.city}
        />
        <TextField
          id="address"
          name="address"
          disabled={isArranged}
          label={method === 'branch' ? texts.branch : texts.address}
          autoComplete={method === 'branch' ? 'off' : 'street-address'}
          maxLength={200}
          required
          defaultValue={last?.address}
          error={errors.address}
        />
        <TextField
          id="postalCode"
          name="postalCode"
          disabled={isArranged}
          label={texts.postalCode}
          note={texts.optional}
          autoComplete="postal-code"
          maxLength={16}
          defaultValue={last?.postalCode}
          error={errors.postalCode}
        />
      </div>
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
