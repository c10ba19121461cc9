import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { textIn } from '#lib/web/form-text.ts';

const SHORTEST = 3;

type ReasonFormProps = {
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
  readonly close: () => void;
};

/** Shows a form in a dialog that explains a decision and asks for the reason. */
export function ReasonForm({
  children,
  button,
  look,
  hint,
  isRequired,
  usual = [],
  onConfirm,
  close,
}: ReasonFormProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);

  const confirmed = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const given = textIn(new FormData(currentTarget), 'reason');
    const isTooShort = isRequired && given.length < SHORTEST;
    setMissing(isTooShort);
    if (isTooShort) {
      currentTarget.querySelector('textarea')?.focus();
      return;
    }
    close();
    onConfirm(given);
  };

  return (
    <Form onSubmit={confirmed} className="flex flex-col gap-5 overflow-y-auto p-5">
      <p>{children}</p>
      {usual.length > 0 && (
        <ul aria-label="Common reasons" className="flex flex-wrap gap-2">
          {usual.map((one) => (
            <li key={one}>
              <Button look="secondary" size="small" onClick={() => setReason(one)}>
                {one}
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
        error={isMissing ? 'Enter a reason of at least three characters' : undefined}
        value={reason}
        maxLength={500}
        required={isRequired}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormButtons submit={button} look={look} cancel="Cancel" onCancel={close} />
    </Form>
  );
}
