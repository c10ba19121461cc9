import { useId } from 'react';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { OrderStatus } from '#lib/context/ports/values.ts';
import { textIn } from '#lib/web/form-text.ts';

type StatusChangeDialogProps = {
  readonly number: string;
  readonly to: OrderStatus;
  readonly consequences: readonly string[];
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that lists the consequences of moving an order by hand, and asks for a reason. */
export function StatusChangeDialog({ number, to, consequences, onConfirm, onClose }: StatusChangeDialogProps) {
  const reasonId = useId();
  return (
    <FormDialog
      title={`Move order ${number} to ${to}`}
      submit={`Move to ${to}`}
      cancel="Keep status"
      closeLabel="Close"
      onClose={onClose}
      onSubmit={(data, close) => {
        close();
        onConfirm(textIn(data, 'reason'));
      }}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <TextAreaField id={reasonId} name="reason" label="Reason" note="optional" rows={2} maxLength={500} />
    </FormDialog>
  );
}
