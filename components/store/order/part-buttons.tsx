'use client';

import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useOrderCall } from './use-order-calls.ts';

type PartButtonsProps = {
  readonly orderId: string;
  readonly vendorId: string;
  readonly vendor: string;
  /** The price of the part, which goes back when the seller agrees to cancel. */
  readonly amount: string;
  readonly offers: { readonly receive: boolean; readonly cancel: boolean };
  readonly locale: Locale;
  readonly texts: Texts<'orderParts'>;
  readonly problems: Texts<'problems'>;
};

/** Lets a buyer confirm that the part of one seller has arrived, or ask the seller to cancel it. */
export function PartButtons(props: PartButtonsProps) {
  const { orderId, vendorId, vendor, amount, offers, locale, texts, problems } = props;
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, run } = useOrderCall();
  const path = `/api/account/orders/${orderId}`;
  const shown = problem === null ? '' : problemText(problem, problems);
  if (!offers.receive && !offers.cancel && !isAsking && shown === '') return null;

  return (
    <div className="flex flex-col items-start gap-3">
      {shown !== '' && !isAsking && (
        <Alert kind="danger" role="alert">
          {shown}
        </Alert>
      )}
      {offers.receive && (
        <PressButton size="small" busy={isBusy} onPress={() => run(() => post(`${path}/received`, { vendorId }))}>
          {texts.received}
        </PressButton>
      )}
      {offers.cancel && (
        <PressButton size="small" look="secondary" busy={isBusy} onPress={() => setAsking(true)}>
          {texts.ask}
        </PressButton>
      )}
      {isAsking && (
        <FormDialog
          title={texts.ask}
          submit={texts.send}
          cancel={texts.back}
          closeLabel={texts.close}
          action={{ isBusy, problem: shown }}
          check={(data): Readonly<Record<string, string>> =>
            textIn(data, 'reason') === '' ? { reason: texts.bad_reason } : {}
          }
          onSubmit={(data, close) =>
            run(async () => {
              await post(`${path}/cancel-request`, { vendorId, reason: textIn(data, 'reason') });
              close();
            })
          }
          onClose={() => setAsking(false)}
        >
          {(wrong) => (
            <>
              <p>{fill(texts.askText, { vendor, amount }, locale)}</p>
              <TextAreaField
                id={`${id}-reason`}
                name="reason"
                label={texts.reason}
                error={wrong.reason}
                maxLength={500}
                required
              />
            </>
          )}
        </FormDialog>
      )}
    </div>
  );
}
