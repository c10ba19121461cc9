import { useEffect, useRef } from 'react';
import { digitsOf } from '#components/account/code-digits.ts';
import { CodeField } from '#components/account/code-field.tsx';
import { ResendButton } from '#components/account/resend-button.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { textIn } from '#lib/web/form-text.ts';
import { type StepUp, useStepUp } from './use-step-up.ts';

type StepUpDialogProps = StepUp & { readonly onDone: (isProven: boolean) => void };

/**
 * Shows a dialog that asks for the emailed code. Closing it without the code rejects the calls that wait for the code.
 */
export function StepUpDialog({ onDone, ...stepUp }: StepUpDialogProps) {
  const { pending, locale } = stepUp;
  const texts: Texts<'signIn'> = stepUp.texts;
  const { problem, note, isBusy, mail, prove } = useStepUp(stepUp);
  const form = useRef<HTMLFormElement>(null);
  const isProven = useRef(false);

  const enter = async (code: string, close: () => void) => {
    if (!(await prove(code))) return;
    isProven.current = true;
    close();
  };

  // Otherwise the close button, the first control of the dialog, would get the focus.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus(), []);
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLInputElement>('[name=code]')?.select();
  }, [problem]);

  return (
    <OpenDialog title={texts.stepUpTitle} closeLabel={texts.stepUpClose} onClose={() => onDone(isProven.current)}>
      {(close) => (
        <Form
          ref={form}
          onSubmit={({ currentTarget }) => void enter(digitsOf(textIn(new FormData(currentTarget), 'code')), close)}
          className="flex flex-col gap-5 overflow-y-auto p-5"
        >
          <p>{texts.stepUpText}</p>
          <p role="status" className="text-muted wrap-anywhere empty:sr-only">
            {note || (pending && fill(texts.sent, { email: pending.email }, locale))}
          </p>
          <CodeField
            label={texts.code}
            hint={texts.codeHint}
            error={problem?.field === 'code' ? problem.text : undefined}
          />
          {problem && problem.field !== 'code' && (
            <Alert kind="danger" role="alert">
              {problem.text}
            </Alert>
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isBusy}>
              {texts.stepUpConfirm}
            </Button>
            {pending ? (
              <ResendButton pending={pending} locale={locale} texts={texts} onPress={() => void mail()} />
            ) : (
              <Button look="secondary" busy={isBusy} onClick={() => void mail()}>
                {texts.send}
              </Button>
            )}
            <Button look="secondary" onClick={close}>
              {texts.stepUpCancel}
            </Button>
          </div>
        </Form>
      )}
    </OpenDialog>
  );
}
