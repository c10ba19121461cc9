'use client';

import { useId, useState } from 'react';
import { useSignOut } from '#components/shell/use-sign-out.ts';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { remove } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type EraseAccountProps = {
  readonly email: string;
  /** The numbers of orders that are still open. */
  readonly orders: readonly string[];
  /** What keeps the account for now. */
  readonly kept: { readonly balance: string; readonly parts: number; readonly settlements: number } | null;
  readonly texts: Texts<'account'>;
  readonly locale: Locale;
};

/** Shows the button that deletes the reader's own account, after a dialog with its consequences. */
export function EraseAccount({ email, orders, kept, texts, locale }: EraseAccountProps) {
  const id = useId();
  const signOut = useSignOut();
  const [isOpen, setOpen] = useState(false);
  const action = useAction((error) => problemText(error, problemsOf(texts)));
  const check = (data: FormData) =>
    textIn(data, 'confirmEmail').toLowerCase() === email.toLowerCase() ? {} : { confirmEmail: texts.eraseWrong };
  const erase = (data: FormData) =>
    action.act(async () => {
      await remove('/api/account', {}, { confirmEmail: textIn(data, 'confirmEmail') });
      await signOut();
    });
  const onClose = () => {
    setOpen(false);
    action.forget();
  };

  if (kept) return <p className="text-muted">{fill(texts.eraseKept, kept, locale)}</p>;
  return (
    <>
      <PressButton look="danger" onPress={() => setOpen(true)}>
        {texts.erase}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={texts.erase}
          submit={texts.erase}
          look="danger"
          cancel={texts.keep}
          closeLabel={texts.close}
          action={action}
          check={check}
          onSubmit={erase}
          onClose={onClose}
        >
          {(problems) => (
            <>
              <p>{texts.eraseText}</p>
              {orders.length > 0 && <p>{fill(texts.eraseOrders, { numbers: orders.join(', ') }, locale)}</p>}
              <TextField
                id={id}
                name="confirmEmail"
                label={fill(texts.eraseType, { email }, locale)}
                error={problems.confirmEmail}
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

/** Returns the texts of refusals by their codes. */
const problemsOf = (texts: Texts<'account'>) => ({
  other: texts.failed,
  ValidationError: texts.eraseWrong,
  AccountInUse: texts.eraseInUse,
  LastSuperadmin: texts.eraseLast,
  StepUpRequired: texts.eraseCode,
});
