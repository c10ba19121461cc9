import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { AboutOrder } from './compose-input.ts';
import type { FieldErrors } from './compose-props.ts';

type PaymentFieldsProps = FieldErrors & { readonly order: AboutOrder };

/** Shows the fields for amount, purpose and expiry of a request. */
export function PaymentFields({ errorOf, order }: PaymentFieldsProps) {
  const { locale, currencies, ...words } = useMessageTexts();
  const texts = words.messageCompose;
  return (
    <>
      <div className="grid grid-cols-[1fr_8rem] items-start gap-4">
        <TextField
          id="pay-amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          label={texts.amount}
          error={errorOf('amount')}
        />
        <SelectField id="pay-currency" name="currency" label={texts.currency}>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      </div>
      <TextField id="pay-purpose" name="purpose" label={texts.purpose} note={texts.optional} maxLength={160} />
      {order && (
        <Checkbox name="forOrder" defaultChecked>
          {fill(texts.forOrder, { number: order.number }, locale)}
        </Checkbox>
      )}
      <TextField
        id="pay-expires"
        name="expiresAt"
        type="datetime-local"
        label={texts.expiresAt}
        note={texts.optional}
        error={errorOf('expiresAt')}
      />
    </>
  );
}
