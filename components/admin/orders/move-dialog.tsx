import { type FormEvent, useId } from 'react';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import type { OrderStatus } from '#lib/context/ports/values.ts';

type MoveDialogProps = {
  readonly handle: DialogHandle;
  readonly number: string;
  readonly to: OrderStatus;
  readonly consequences: readonly string[];
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that lists the consequences of moving an order by hand, and asks for a reason. */
export function MoveDialog({ handle, number, to, consequences, onConfirm, onClose }: MoveDialogProps) {
  const reasonId = useId();

  const confirmed = (event: FormEvent<HTMLFormElement>) => {
    const reason = new FormData(event.currentTarget).get('reason');
    handle.current?.close();
    onConfirm(typeof reason === 'string' ? reason.trim() : '');
  };

  return (
    <Dialog handle={handle} title={`Move order ${number} to ${to}`} closeLabel="Close" onClose={onClose}>
      <Form onSubmit={confirmed} className="flex flex-col gap-5 overflow-y-auto p-5">
        <ul className="flex list-disc flex-col gap-2 ps-5">
          {consequences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <TextAreaField id={reasonId} name="reason" label="Reason" note="optional" rows={2} maxLength={500} />
        <FormButtons submit={`Move to ${to}`} cancel="Keep status" onCancel={() => handle.current?.close()} />
      </Form>
    </Dialog>
  );
}
