'use client';

import { useId } from 'react';
import { useCommonTexts } from '#components/admin/console-reader.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { useVendorDialog } from './use-vendor-dialog.ts';

const SHORTEST = 3;

type ReasonButtonProps = {
  /** The path of the act, and the version of the seller that the reader saw. */
  readonly path: string;
  readonly version: number;
  readonly label: string;
  readonly text: string;
  readonly look: 'danger' | 'primary' | 'secondary';
  /** Whether the act asks for a reason, allows one or has none. */
  readonly reason: 'required' | 'optional' | 'none';
  readonly texts: ConsoleTexts<'vendors'>;
};

/** Shows the button of an act about a seller. Its dialog says what the act does, and asks for the reason. */
export function ReasonButton({ path, version, label, text, look, reason, texts }: ReasonButtonProps) {
  const id = useId();
  const common = useCommonTexts();
  const { isOpen, open, onClose, action, run } = useVendorDialog(texts);
  const check = (data: FormData) =>
    reason === 'required' && textIn(data, 'reason').length < SHORTEST ? { reason: common.reasonShort } : {};
  const act = (data: FormData, close: () => void) => {
    const given = textIn(data, 'reason');
    run(() => post(path, { version, ...(given && { reason: given }) }), close);
  };

  return (
    <>
      <PressButton look={look} onPress={open}>
        {label}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={label}
          submit={label}
          look={look === 'danger' ? 'danger' : 'primary'}
          cancel={common.cancel}
          closeLabel={common.close}
          action={action}
          check={check}
          onSubmit={act}
          onClose={onClose}
        >
          {(problems) => (
            <>
              <p>{text}</p>
              {reason !== 'none' && (
                <TextAreaField
                  id={id}
                  name="reason"
                  label={common.reason}
                  note={reason === 'optional' ? common.optional : undefined}
                  hint={texts.reasonHint}
                  error={problems.reason}
                  maxLength={500}
                  required={reason === 'required'}
                />
              )}
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
