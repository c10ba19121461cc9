import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { TextAreaField } from '#components/ui/text-area-field.tsx';
import { textIn } from '#lib/web/form-text.ts';
import { asideText, effectText } from './effect-words.ts';

const SHORTEST = 3;

type EffectDialogProps = {
  readonly topic: string;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Says what it means to set an effect aside, and asks why. */
export const EffectDialog = ({ topic, onConfirm, onClose }: EffectDialogProps) => (
  <OpenDialog title={`Set aside: ${effectText(topic)}`} closeLabel="Close" onClose={onClose}>
    {(close) => <ReasonForm topic={topic} onConfirm={onConfirm} close={close} />}
  </OpenDialog>
);

type ReasonFormProps = Pick<EffectDialogProps, 'topic' | 'onConfirm'> & { readonly close: () => void };

function ReasonForm({ topic, onConfirm, close }: ReasonFormProps) {
  const id = useId();
  const [isMissing, setMissing] = useState(false);
  const confirmed = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const reason = textIn(new FormData(currentTarget), 'reason');
    setMissing(reason.length < SHORTEST);
    if (reason.length < SHORTEST) {
      currentTarget.querySelector('textarea')?.focus();
      return;
    }
    close();
    onConfirm(reason);
  };
  return (
    <Form onSubmit={confirmed} className="flex flex-col gap-5 overflow-y-auto p-5">
      <p>{asideText(topic)}</p>
      <TextAreaField
        id={id}
        name="reason"
        label="Reason"
        hint="Stays in the audit log"
        error={isMissing ? 'Say why, in three characters or more' : undefined}
        rows={2}
        maxLength={500}
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger">
          Set aside
        </Button>
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
