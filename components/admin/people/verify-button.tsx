'use client';

import { useId } from 'react';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { put } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { usePersonDialog } from './use-person-dialog.ts';

type VerifyButtonProps = {
  readonly userId: string;
  readonly isVerified: boolean;
  readonly texts: ConsoleTexts<'people'>;
};

/** Shows the button that sets or removes the badge of a verified identity, after a confirmation. */
export function VerifyButton({ userId, isVerified, texts }: VerifyButtonProps) {
  const id = useId();
  const { isOpen, open, onClose, action, run } = usePersonDialog(texts);
  const label = isVerified ? texts.unverify : texts.verify;
  const decide = (data: FormData, close: () => void) => {
    const reason = textIn(data, 'reason');
    const note = textIn(data, 'note');
    const body = { isVerified: !isVerified, ...(reason && { reason }), ...(note && { note }) };
    run(() => put(`/api/admin/users/${userId}/verification`, body), close);
  };

  return (
    <>
      <PressButton look={isVerified ? 'danger' : 'secondary'} onPress={open}>
        {label}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={label}
          submit={label}
          look={isVerified ? 'danger' : 'primary'}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          onSubmit={decide}
          onClose={onClose}
        >
          <p>{texts.verifyText}</p>
          <TextAreaField
            id={id}
            name="reason"
            label={texts.reason}
            hint={texts.reasonHint}
            note={texts.optional}
            maxLength={500}
          />
          <TextAreaField
            id={`${id}-note`}
            name="note"
            label={texts.note}
            hint={texts.noteHint}
            note={texts.optional}
            maxLength={500}
          />
        </FormDialog>
      )}
    </>
  );
}
