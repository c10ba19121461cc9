'use client';

import { type FormEvent, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { decimalText, digitsOf, minorOf, moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { textIn } from '#lib/web/form-text.ts';
import { usePaymentStart } from './use-payment-start.ts';
import { type WalletTexts, walletProblem } from './wallet-problem.ts';

type TopUpFormProps = {
  readonly currency: string;
  readonly minMinor: number;
  readonly maxMinor: number;
  /** The amount missing at the page the user came from; null without such a page. */
  readonly wantedMinor: number | null;
  readonly returnUrl: string;
  readonly leadsBack: boolean;
  readonly locale: Locale;
  readonly texts: WalletTexts;
};

/** Shows the form for the top-up amount and redirects to the payment page of the gateway. */
export function TopUpForm(props: TopUpFormProps) {
  const { currency, minMinor, maxMinor, wantedMinor, returnUrl, leadsBack, locale, texts } = props;
  const { isBusy, problem, run } = usePaymentStart();
  const [error, setError] = useState<string>();
  const t = texts.wallet;
  const limits = { min: moneyText(minMinor, currency, locale), max: moneyText(maxMinor, currency, locale) };

  const topUp = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const amountMinor = minorOf(textIn(new FormData(form), 'amount'), digitsOf(currency));
    if (amountMinor === null || amountMinor < minMinor || amountMinor > maxMinor) {
      setError(fill(t.badAmount, limits, locale));
      form.querySelector('input')?.focus();
      return;
    }
    setError(undefined);
    run('/api/account/wallet/top-up', { amountMinor, returnUrl });
  };

  return (
    <Form onSubmit={topUp} className="flex flex-col gap-4">
      <TextField
        id="amount"
        name="amount"
        label={fill(t.amount, { currency }, locale)}
        hint={fill(t.limits, limits, locale)}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={
          wantedMinor === null ? undefined : decimalText(Math.max(wantedMinor, minMinor), digitsOf(currency))
        }
        required
      />
      {leadsBack && <p className="text-sm text-muted">{t.comeBack}</p>}
      {problem !== null && (
        <Alert kind="danger" role="alert">
          {walletProblem(problem, texts)}
        </Alert>
      )}
      <Button type="submit" busy={isBusy} className="self-start">
        {isBusy ? t.starting : t.topUp}
      </Button>
    </Form>
  );
}
