'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, use, useCallback, useId, useState } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { RadioCard } from '#components/ui/form/radio-card.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

const ways = ['by_hand', 'balance', 'card'] as const;

/** A refund of a part that waits for a person. */
export type OwedRefund = {
  readonly id: string;
  readonly orderReference: string;
  readonly amount: string;
  /** True for a refund that the gateway did not carry out, and which may be tried again. */
  readonly mayAskCard: boolean;
};

/** The key stays the same over retries of one settlement, so that no money goes back twice. */
type Settling = { readonly refund: OwedRefund; readonly onceKey: string };

const Settle = createContext<((refund: OwedRefund) => void) | null>(null);

/** Returns the function that opens the dialog which settles a refund. */
export function useSettle(): (refund: OwedRefund) => void {
  const settle = use(Settle);
  if (!settle) throw new Error('useSettle stands outside SettleHost');
  return settle;
}

type SettleHostProps = { readonly texts: ConsoleTexts<'payments'>; readonly children: ReactNode };

/**
 * Shows the dialog that records how the money of a part goes back to its buyer. It stands above the lists, so that it
 * stays open when a refresh removes the row of its refund.
 */
export function SettleHost({ texts, children }: SettleHostProps) {
  const [settling, setSettling] = useState<Settling | null>(null);
  const open = useCallback((refund: OwedRefund) => setSettling({ refund, onceKey: crypto.randomUUID() }), []);
  return (
    <Settle value={open}>
      {children}
      {settling && <SettleDialog {...settling} texts={texts} onClose={() => setSettling(null)} />}
    </Settle>
  );
}

type SettleDialogProps = Settling & { readonly texts: ConsoleTexts<'payments'>; readonly onClose: () => void };

function SettleDialog({ refund, onceKey, texts, onClose }: SettleDialogProps) {
  const router = useRouter();
  const common = useCommonTexts();
  const { locale } = useReader();
  const errorText = useErrorText();
  const id = useId();
  const action = useAction((error) =>
    error instanceof ApiProblem && error.code === 'NotReversible' ? texts.notAgain : errorText(error),
  );
  const settle = (data: FormData, close: () => void) =>
    action.act(
      () =>
        post(
          `/api/admin/part-refunds/${refund.id}/settle`,
          { way: textIn(data, 'way'), reference: textIn(data, 'reference') },
          { headers: { 'idempotency-key': onceKey } },
        ),
      () => {
        close();
        router.refresh();
      },
    );

  return (
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
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p>{texts.settleText}</p>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-sm font-medium">{texts.way}</legend>
            {ways
              .filter((way) => way !== 'card' || refund.mayAskCard)
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
  );
}
