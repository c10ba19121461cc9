import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';

type PayoutDialogProps = {
  readonly amount: string;
  readonly vendorName: string;
  readonly count: number;
  readonly bankReference: string;
  readonly action: Action;
  readonly onConfirm: (close: () => void) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that asks for confirmation before a payout is recorded. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { amount, vendorName, count, bankReference, action, onConfirm, onClose } = props;
  return (
    <FormDialog
      title={`Record ${amount}`}
      submit="Record payout"
      cancel="Cancel"
      closeLabel="Close"
      action={action}
      onSubmit={(_, close) => onConfirm(close)}
      onClose={onClose}
    >
      <p className="break-words">
        You confirm that the bank has transferred <strong>{amount}</strong> to {vendorName} with the reference “
        {bankReference}”. {count === 1 ? 'This pays one settlement' : `This pays ${count} settlements`}.
      </p>
      <p>This only records a transfer that has already been made; no money is moved. It cannot be undone.</p>
    </FormDialog>
  );
}
