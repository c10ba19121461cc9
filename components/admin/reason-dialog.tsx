import { type ReactNode, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { textIn } from '#lib/web/form-text.ts';

const SHORTEST = 3;

type ReasonDialogProps = {
  readonly title: string;
  /** The explanation of the decision. */
  readonly children: ReactNode;
  readonly button: string;
  readonly look: 'danger' | 'primary';
  /** The hint that says who reads the reason. */
  readonly hint: string;
  readonly isRequired: boolean;
  /** Frequent reasons to choose from. */
  readonly usual?: readonly string[];
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that explains a decision and asks for the reason. It is open while it is mounted. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, button, look, hint, isRequired, usual = [], onConfirm, onClose } = props;
  const id = useId();
  const [reason, setReason] = useState('');

  const check = (data: FormData) =>
    isRequired && textIn(data, 'reason').length < SHORTEST
      ? { reason: 'Enter a reason of at least three characters' }
      : {};

  return (
    <FormDialog
      title={title}
      submit={button}
      look={look}
      cancel="Cancel"
      closeLabel="Close"
      check={check}
      onSubmit={(data, close) => {
        close();
        onConfirm(textIn(data, 'reason'));
      }}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p>{children}</p>
          {usual.length > 0 && (
            <ul aria-label="Common reasons" className="flex flex-wrap gap-2">
              {usual.map((text) => (
                <li key={text}>
                  <Button look="secondary" size="small" onClick={() => setReason(text)}>
                    {text}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <TextAreaField
            id={id}
            name="reason"
            label="Reason"
            note={isRequired ? undefined : 'optional'}
            hint={hint}
            error={problems.reason}
            value={reason}
            maxLength={500}
            required={isRequired}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
