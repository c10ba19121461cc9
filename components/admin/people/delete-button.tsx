'use client';

import { useId } from 'react';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { remove } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { usePersonDialog } from './use-person-dialog.ts';

type DeleteButtonProps = {
  readonly userId: string;
  readonly email: string;
  readonly locale: Locale;
  readonly texts: ConsoleTexts<'people'>;
};

/** Shows the button that deletes an account. Its dialog asks for the address of the account. */
export function DeleteButton({ userId, email, locale, texts }: DeleteButtonProps) {
  const id = useId();
  const { isOpen, open, onClose, action, run } = usePersonDialog(texts);
  const check = (data: FormData) =>
    textIn(data, 'email').toLowerCase() === email.toLowerCase() ? {} : { email: texts.removeWrong };

  return (
    <>
      <PressButton look="danger" onPress={open}>
        {texts.remove}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={texts.remove}
          submit={texts.remove}
          look="danger"
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={check}
          onSubmit={(_, close) => run(() => remove(`/api/admin/users/${userId}`), close)}
          onClose={onClose}
        >
          {(problems) => (
            <>
              <p>{texts.removeText}</p>
              <TextField
                id={id}
                name="email"
                label={fill(texts.removeType, { email }, locale)}
                error={problems.email}
                autoComplete="off"
                spellCheck={false}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
