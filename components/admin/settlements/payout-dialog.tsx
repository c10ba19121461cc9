import type { DialogHandle } from '#components/ui/dialog.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';

type PayoutDialogProps = {
  readonly handle: DialogHandle;
  readonly amount: string;
  readonly vendorName: string;
  readonly count: number;
  readonly bankReference: string;
  readonly action: Action;
  readonly onConfirm: () => void;
};

/** Shows a dialog that asks for confirmation before a payout is recorded. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { handle, amount, vendorName, count, bankReference, action, onConfirm } = props;
  return (
    <FormDialog
      handle={handle}
      title={`Record ${amount}`}
      submit="Record payout"
      cancel="Cancel"
      closeLabel="Close"
      action={action}
      onSubmit={onConfirm}
    >
      <p className="break-words">
        You confirm that the bank has transferred <strong>{amount}</strong> to {vendorName} with the reference “
        {bankReference}”. {count === 1 ? 'This pays one settlement' : `This pays ${count} settlements`}.
      </p>
      <p>This only records a transfer that has already been made; no money is moved. It cannot be undone.</p>
    </FormDialog>
  );
}
