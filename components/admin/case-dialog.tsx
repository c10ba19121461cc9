'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { TextAreaField } from '#components/ui/text-area-field.tsx';
import type { ReportedType } from '#lib/admin/values.ts';
import { textIn } from '#lib/web/form-text.ts';
import { blockReasons, type Verdict, wordsFor } from './case-words.ts';

const SHORTEST = 3;

type CaseDialogProps = {
  readonly verdict: Verdict;
  /** What is decided about, e.g. "Message (text)" or "3 cases". */
  readonly what: string;
  readonly types: readonly ReportedType[];
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Says what a decision does, and asks why. Its owner reads the reason of a block. */
export const CaseDialog = ({ verdict, what, types, onConfirm, onClose }: CaseDialogProps) => (
  <OpenDialog title={`${wordsFor(verdict, types).button}: ${what}`} closeLabel="Close" onClose={onClose}>
    {(close) => <CaseForm verdict={verdict} types={types} onConfirm={onConfirm} close={close} />}
  </OpenDialog>
);

type CaseFormProps = Pick<CaseDialogProps, 'verdict' | 'types' | 'onConfirm'> & { readonly close: () => void };

function CaseForm({ verdict, types, onConfirm, close }: CaseFormProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { button, note } = wordsFor(verdict, types);
  const isBlock = verdict === 'block';
  const isOfPeople = types.every((type) => type === 'profile');

  const confirmed = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const given = textIn(new FormData(currentTarget), 'reason');
    setMissing(isBlock && given.length < SHORTEST);
    if (isBlock && given.length < SHORTEST) {
      currentTarget.querySelector('textarea')?.focus();
      return;
    }
    close();
    onConfirm(given);
  };

  return (
    <Form onSubmit={confirmed} className="flex flex-col gap-5 overflow-y-auto p-5">
      <p>{note}</p>
      {isBlock && (
        <ul aria-label="Usual reasons" className="flex flex-wrap gap-2">
          {blockReasons.map((usual) => (
            <li key={usual}>
              <Button look="secondary" size="small" onClick={() => setReason(usual)}>
                {usual}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextAreaField
        id={id}
        name="reason"
        label="Reason"
        note={isBlock ? undefined : 'optional'}
        hint={verdict === 'dismiss' ? 'Stays in the audit log' : `${isOfPeople ? 'They read' : 'Its owner reads'} it`}
        error={isMissing ? 'Say why, in three characters or more' : undefined}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look={isBlock ? 'danger' : 'primary'}>
          {button}
        </Button>
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
