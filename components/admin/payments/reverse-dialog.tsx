import { type FormEvent, useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
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
  readonly handle: DialogHandle;
  readonly offer: ReverseOffer;
  readonly isBusy: boolean;
  readonly problem: string;
  readonly onConfirm: (reason: string) => void;
};

/** Shows a dialog with the amount, the payee and the consequences of a refund, and asks for a reason. */
export function ReverseDialog({ handle, offer, isBusy, problem, onConfirm }: ReverseDialogProps) {
  const id = useId();
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const close = () => handle.current?.close();
  const { orderReference, amount, payee, balanceAfter, consequences, isLarge } = offer;

  const confirmed = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const data = new FormData(form);
    const reason = textIn(data, 'reason');
    const wrong = {
      ...(reason === '' && { reason: 'Enter a reason' }),
      ...(isLarge && textIn(data, 'typed') !== orderReference && { typed: `Type ${orderReference}` }),
    };
    setMissing(wrong);
    const [first] = Object.keys(wrong);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!isBusy) onConfirm(reason);
  };

  return (
    <Dialog handle={handle} title={`Refund ${amount}`} closeLabel="Close">
      <Form onSubmit={confirmed} className="flex flex-col gap-5 overflow-y-auto p-5">
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
          error={missing.reason}
        />
        {isLarge && (
          <TextField
            id={`${id}-typed`}
            name="typed"
            label={`Type ${orderReference} to confirm`}
            autoComplete="off"
            required
            error={missing.typed}
          />
        )}
        {problem && (
          <Alert kind="danger" role="alert">
            {problem}
          </Alert>
        )}
        <FormButtons submit={`Refund ${amount}`} look="danger" busy={isBusy} cancel="Cancel" onCancel={close} />
      </Form>
    </Dialog>
  );
}
