import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useCommonTexts } from '#components/admin/console-reader.tsx';
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

/**
 * Shows a dialog that explains a decision and asks for the reason. It is open while it is mounted. The reason has the
 * focus, and Ctrl+Enter in it decides.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, button, look, hint, isRequired, usual = [], onConfirm, onClose } = props;
  const texts = useCommonTexts();
  const id = useId();
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const check = (data: FormData) =>
    isRequired && textIn(data, 'reason').length < SHORTEST ? { reason: texts.reasonShort } : {};
  const choose = (text: string) => {
    setReason(text);
    field.current?.focus();
  };
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <FormDialog
      title={title}
      submit={button}
      look={look}
      cancel={texts.cancel}
      closeLabel={texts.close}
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
            <ul aria-label={texts.usual} className="flex flex-wrap gap-2">
              {usual.map((text) => (
                <li key={text}>
                  <Button look="secondary" size="small" onClick={() => choose(text)}>
                    {text}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <TextAreaField
            id={id}
            name="reason"
            ref={field}
            label={texts.reason}
            note={isRequired ? undefined : texts.optional}
            hint={hint}
            error={problems.reason}
            value={reason}
            maxLength={500}
            required={isRequired}
            onKeyDown={pressed}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
