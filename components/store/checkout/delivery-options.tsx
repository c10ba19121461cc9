import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { daysText } from './days-text.ts';
import { ARRANGE, type Choice, chosenOptions, isUnserved, pointField } from './delivery-choices.ts';
import type { Delivery } from './use-delivery.ts';

type DeliveryOptionsProps = {
  readonly delivery: Delivery;
  readonly errors: Readonly<Record<string, string>>;
  readonly locale: Locale;
  readonly texts: Texts<'checkout'>;
};

/** Shows the delivery options of each seller, with prices and days, one choice per seller. */
export function DeliveryOptions({ delivery, errors, locale, texts }: DeliveryOptionsProps) {
  const { choices, pick, hasFailed, retry } = delivery;
  const chosen = chosenOptions(choices).map(({ vendor }) => vendor.vendorId);
  return (
    <div className="flex flex-col gap-6">
      {hasFailed && (
        <Alert
          kind="danger"
          role="alert"
          title={texts.quoteFailed}
          action={
            <Button size="small" look="secondary" onClick={retry}>
              {texts.quoteRetry}
            </Button>
          }
        />
      )}
      {errors.deliveryOptions && <Alert kind="danger" title={texts.optionsChanged} />}
      {choices.map((choice) => {
        const { vendorId } = choice.vendor;
        const field = pointField(chosen.indexOf(vendorId));
        const part = { choice, onPick: (id: string) => pick(vendorId, id), field, error: errors[field], locale, texts };
        return <VendorOptions key={vendorId} {...part} />;
      })}
    </div>
  );
}

type VendorOptionsProps = Pick<DeliveryOptionsProps, 'locale' | 'texts'> & {
  readonly choice: Choice;
  readonly onPick: (choice: string) => void;
  /** The name of the field for the branch. */
  readonly field: string;
  readonly error: string | undefined;
};

function VendorOptions({ choice, onPick, field, error, locale, texts }: VendorOptionsProps) {
  const { vendor, option: chosen } = choice;
  const name = `delivery-${vendor.vendorId}`;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-2 font-medium wrap-anywhere">
        {fill(texts.deliveryFrom, { seller: vendor.name }, locale)}
      </legend>
      {isUnserved(choice) && <Alert kind="warning" title={fill(texts.unserved, { seller: vendor.name }, locale)} />}
      {vendor.options.map((option) => (
        <RadioCard
          key={option.id}
          name={name}
          value={option.id}
          checked={option.id === chosen?.id}
          onChange={() => onPick(option.id)}
          hint={daysText(option, texts, locale)}
        >
          <span className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
            {option.name}
            <span className="tabular-nums">
              {option.priceMinor === 0 ? texts.free : moneyText(option.priceMinor, option.currency, locale)}
            </span>
          </span>
        </RadioCard>
      ))}
      {vendor.arrange && (
        <RadioCard
          name={name}
          value={ARRANGE}
          checked={chosen === null}
          onChange={() => onPick(ARRANGE)}
          hint={texts.method_arrange_hint}
        >
          {texts.method_arrange}
        </RadioCard>
      )}
      {chosen?.method === 'branch' && (
        <TextField
          key={field}
          id={field}
          name={field}
          label={texts.branch}
          autoComplete="off"
          maxLength={200}
          required
          error={error}
        />
      )}
    </fieldset>
  );
}
