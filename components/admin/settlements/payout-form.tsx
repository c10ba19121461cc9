import { type FormEvent, useId, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { PayoutMade } from '#lib/payments/schemas/journal.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { type PayoutCaution, PayoutDialog } from './payout-dialog.tsx';

export type Owed = { readonly id: string; readonly orderReference: string; readonly netMinor: number };

type PayoutFormProps = {
  readonly vendorId: string;
  readonly vendorName: string;
  readonly caution: PayoutCaution;
  readonly currency: string;
  readonly payable: readonly Owed[];
  /** The amount already paid out for sales that were reversed since. The next payout is reduced by it. */
  readonly keptBackMinor: number;
  readonly texts: ConsoleTexts<'settlements'>;
  readonly onMade: (payout: PayoutMade['payout']) => void;
};

type Asked = { readonly vendorId: string; readonly settlementIds: readonly string[]; readonly bankReference: string };
/**
 * An idempotency key and its request. The same request gets the same key, so a retry after a lost response does not pay
 * twice.
 */
type Call = { readonly key: string; readonly asked: Asked };

/** Shows the form that records a bank transfer: the settlements it paid and its bank reference. */
export function PayoutForm(props: PayoutFormProps) {
  const { vendorId, vendorName, caution, currency, payable, keptBackMinor, texts, onMade } = props;
  const { locale } = useReader();
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [call, setCall] = useState<Call | null>(null);
  const [missing, setMissing] = useState<string>();
  const action = useAction(useErrorText());

  const chosen = payable.filter((row) => !left.has(row.id));
  const netMinor = chosen.reduce((sum, row) => sum + row.netMinor, 0);
  const amount = moneyText(netMinor - keptBackMinor, currency, locale);
  const canPay = chosen.length > 0 && netMinor > keptBackMinor;

  const toggle = (settlementId: string) => {
    const next = new Set(left);
    if (!next.delete(settlementId)) next.add(settlementId);
    setLeft(next);
  };

  const ask = (event: FormEvent<HTMLFormElement>) => {
    const bankReference = textIn(new FormData(event.currentTarget), 'bankReference');
    setMissing(bankReference === '' ? texts.referenceMissing : undefined);
    action.forget();
    if (bankReference === '') event.currentTarget.querySelector<HTMLElement>('[name="bankReference"]')?.focus();
    if (bankReference === '' || !canPay) return;
    const asked = { vendorId, settlementIds: chosen.map((row) => row.id), bankReference };
    if (JSON.stringify(call?.asked) !== JSON.stringify(asked)) setCall({ key: crypto.randomUUID(), asked });
    setAsking(true);
  };

  const record = (close: () => void) =>
    call !== null &&
    action.act(async () => {
      const headers = { 'idempotency-key': call.key };
      const { payout } = await post<PayoutMade>('/api/admin/payouts', call.asked, { headers });
      close();
      setCall(null);
      onMade(payout);
    });

  return (
    <>
      <Form onSubmit={ask} className="flex max-w-xl flex-col gap-4">
        <fieldset className="max-h-80 overflow-y-auto rounded-md border border-line px-4 py-2">
          <legend className="px-1 text-sm font-medium">{fill(texts.choose, { currency }, locale)}</legend>
          {payable.map((row) => (
            <Checkbox
              key={row.id}
              checked={!left.has(row.id)}
              onChange={() => toggle(row.id)}
              count={moneyText(row.netMinor, currency, locale)}
            >
              {row.orderReference}
            </Checkbox>
          ))}
        </fieldset>
        {keptBackMinor > 0 && (
          <p className="text-sm text-muted">
            {fill(texts.keptBack, { amount: moneyText(keptBackMinor, currency, locale) }, locale)}
          </p>
        )}
        <TextField
          id={`${id}-bank`}
          name="bankReference"
          label={texts.bankReference}
          maxLength={140}
          autoComplete="off"
          required
          error={missing}
        />
        <Button type="submit" className="self-start" {...(!canPay && { 'aria-disabled': true })}>
          {fill(texts.recordAmount, { amount }, locale)}
        </Button>
        {!canPay && <p className="text-sm text-muted">{texts.tooLittle}</p>}
      </Form>
      {isAsking && (
        <PayoutDialog
          amount={amount}
          vendorName={vendorName}
          caution={caution}
          count={chosen.length}
          bankReference={call?.asked.bankReference ?? ''}
          texts={texts}
          action={action}
          onConfirm={record}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
