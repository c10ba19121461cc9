'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

const ways = ['by_hand', 'balance', 'card'] as const;

type SettleButtonProps = {
  readonly refund: { readonly id: string; readonly orderReference: string; readonly amount: string };
  /** True for a refund that the gateway did not carry out, and which may be tried again. */
  readonly mayAskCard: boolean;
  readonly texts: ConsoleTexts<'payments'>;
};

/** Opens the dialog that records how the money of a part goes back to its buyer. */
export function SettleButton({ refund, mayAskCard, texts }: SettleButtonProps) {
  const router = useRouter();
  const common = useCommonTexts();
  const { locale } = useReader();
  const errorText = useErrorText();
  const id = useId();
  // The key stays the same over retries of one settlement, so that no money goes back twice.
  const [key, setKey] = useState<string | null>(null);
  const action = useAction((error) =>
    error instanceof ApiProblem && error.code === 'NotReversible' ? texts.notAgain : errorText(error),
  );
  const settle = (data: FormData, close: () => void) =>
    action.act(
      () =>
        post(
          `/api/admin/part-refunds/${refund.id}/settle`,
          { way: textIn(data, 'way'), reference: textIn(data, 'reference') },
          { headers: { 'idempotency-key': key ?? '' } },
        ),
      () => {
        close();
        router.refresh();
      },
    );

  return (
    <>
      <PressButton
        look="secondary"
        size="small"
        aria-label={fill(texts.settleOf, { number: refund.orderReference }, locale)}
        onPress={() => setKey(crypto.randomUUID())}
      >
        {texts.settle}
      </PressButton>
      {key !== null && (
        <FormDialog
          title={fill(texts.settleTitle, { amount: refund.amount }, locale)}
          submit={texts.settleDone}
          cancel={common.cancel}
          closeLabel={common.close}
          action={action}
          check={(data): Readonly<Record<string, string>> =>
            textIn(data, 'reference') === '' ? { reference: texts.referenceNeeded } : {}
          }
          onSubmit={settle}
          onClose={() => {
            setKey(null);
            action.forget();
          }}
        >
          {(problems) => (
            <>
              <p>{texts.settleText}</p>
              <fieldset className="flex flex-col gap-2">
                <legend className="mb-2 text-sm font-medium">{texts.way}</legend>
                {ways
                  .filter((way) => way !== 'card' || mayAskCard)
                  .map((way) => (
                    <RadioCard
                      key={way}
                      name="way"
                      value={way}
                      defaultChecked={way === ways[0]}
                      hint={texts[`wayText_${way}`]}
                    >
                      {texts[`way_${way}`]}
                    </RadioCard>
                  ))}
              </fieldset>
              <TextField
                id={`${id}-reference`}
                name="reference"
                label={texts.reference}
                hint={texts.referenceHint}
                error={problems.reference}
                maxLength={140}
                autoComplete="off"
                required
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
