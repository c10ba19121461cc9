import { useId } from 'react';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import { textIn } from '#lib/web/form-text.ts';

/** The details of a refund as texts. */
export type ReverseOffer = {
  readonly orderReference: string;
  readonly amount: string;
  readonly payee: string;
  /** The payee's balance after the refund; null when the balance does not change. */
  readonly balanceAfter: string | null;
  readonly consequences: readonly string[];
  /** True for a large amount: the admin must type the payment reference. */
  readonly isLarge: boolean;
};

type ReverseDialogProps = {
  readonly offer: ReverseOffer;
  readonly action: Action;
  readonly onConfirm: (reason: string, close: () => void) => void;
  readonly onClose: () => void;
};

/** Shows a dialog with the amount, the payee and the consequences of a refund, and asks for a reason. */
export function ReverseDialog({ offer, action, onConfirm, onClose }: ReverseDialogProps) {
  const id = useId();
  const { orderReference, amount, payee, balanceAfter, consequences, isLarge } = offer;

  const check = (data: FormData) => ({
    ...(textIn(data, 'reason') === '' && { reason: 'Enter a reason' }),
    ...(isLarge && textIn(data, 'typed') !== orderReference && { typed: `Type ${orderReference}` }),
  });

  return (
    <FormDialog
      title={`Refund ${amount}`}
      submit={`Refund ${amount}`}
      look="danger"
      cancel="Cancel"
      closeLabel="Close"
      action={action}
      check={check}
      onSubmit={(data, close) => onConfirm(textIn(data, 'reason'), close)}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p>
            <strong>{amount}</strong> of payment {orderReference} will be refunded to {payee}.
            {balanceAfter !== null && ` The balance will be ${balanceAfter}.`}
          </p>
          <ul className="flex list-disc flex-col gap-2 ps-5">
            {consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <TextAreaField
            id={`${id}-reason`}
            name="reason"
            label="Reason"
            rows={2}
            maxLength={500}
            required
            error={problems.reason}
          />
          {isLarge && (
            <TextField
              id={`${id}-typed`}
              name="typed"
              label={`Type ${orderReference} to confirm`}
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
