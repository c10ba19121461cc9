import { useId } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { textIn } from '#lib/web/form-text.ts';
import type { RefundConsequence } from './reverse-consequences.ts';

/** The details of a refund as texts. */
export type ReverseOffer = {
  readonly orderReference: string;
  readonly amount: string;
  readonly payee: string;
  /** The payee's balance after the refund; null when the balance does not change. */
  readonly balanceAfter: string | null;
  readonly consequences: readonly RefundConsequence[];
  /** True for a large amount: the admin must type the payment reference. */
  readonly isLarge: boolean;
};

type ReverseDialogProps = {
  readonly offer: ReverseOffer;
  readonly texts: ConsoleTexts<'payments'>;
  readonly action: Action;
  readonly onConfirm: (reason: string, close: () => void) => void;
  readonly onClose: () => void;
};

/** Shows a dialog with the amount, the payee and the consequences of a refund, and asks for a reason. */
export function ReverseDialog({ offer, texts, action, onConfirm, onClose }: ReverseDialogProps) {
  const id = useId();
  const common = useCommonTexts();
  const { locale } = useReader();
  const { orderReference: number, amount, payee, balanceAfter, consequences, isLarge } = offer;
  const title = fill(texts.refundTitle, { amount }, locale);

  const check = (data: FormData) => ({
    ...(textIn(data, 'reason') === '' && { reason: texts.reasonNeeded }),
    ...(isLarge && textIn(data, 'typed') !== number && { typed: fill(texts.typeIt, { number }, locale) }),
  });

  return (
    <FormDialog
      title={title}
      submit={title}
      look="danger"
      cancel={common.cancel}
      closeLabel={common.close}
      action={action}
      check={check}
      onSubmit={(data, close) => onConfirm(textIn(data, 'reason'), close)}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="wrap-anywhere">
            {fill(texts.refundText, { amount, number, payee }, locale)}
            {balanceAfter !== null && ` ${fill(texts.refundBalance, { amount: balanceAfter }, locale)}`}
          </p>
          <ul className="flex list-disc flex-col gap-2 ps-5">
            {consequences.map((key) => (
              <li key={key}>{texts[key]}</li>
            ))}
          </ul>
          <TextAreaField
            id={`${id}-reason`}
            name="reason"
            label={common.reason}
            rows={2}
            maxLength={500}
            required
            error={problems.reason}
          />
          {isLarge && (
            <TextField
              id={`${id}-typed`}
              name="typed"
              label={fill(texts.typeToConfirm, { number }, locale)}
              autoComplete="off"
              required
              error={problems.typed}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
