import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';

type PayoutDialogProps = {
  readonly handle: DialogHandle;
  readonly amount: string;
  readonly vendorName: string;
  readonly count: number;
  readonly bankReference: string;
  readonly isBusy: boolean;
  readonly problem: string;
  readonly onConfirm: () => void;
};

/** Shows a dialog that asks for confirmation before a payout is recorded. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { handle, amount, vendorName, count, bankReference, isBusy, problem, onConfirm } = props;
  return (
    <Dialog handle={handle} title={`Record ${amount}`} closeLabel="Close">
      <div className="flex flex-col gap-5 overflow-y-auto p-5">
        <p className="break-words">
          You confirm that the bank has transferred <strong>{amount}</strong> to {vendorName} with the reference “
          {bankReference}”. {count === 1 ? 'This pays one settlement' : `This pays ${count} settlements`}.
        </p>
        <p>This only records a transfer that has already been made; no money is moved. It cannot be undone.</p>
        {problem && (
          <Alert kind="danger" role="alert">
            {problem}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button busy={isBusy} onClick={onConfirm}>
            Record payout
          </Button>
          <Button look="secondary" onClick={() => handle.current?.close()}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
