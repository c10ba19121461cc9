'use client';

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { CODE_DIGITS } from '#lib/auth/limits.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { textIn } from '#lib/web/form-text.ts';
import { digitsOf } from './code-digits.ts';
import { CodeField } from './code-field.tsx';
import { ResendButton } from './resend-button.tsx';
import { useSignIn } from './use-sign-in.ts';

type SignInStepsProps = {
  readonly next: string;
  readonly locale: Locale;
  readonly texts: Texts<'signIn'>;
  /** `code` starts with the code field, for a user who already has the email. */
  readonly start: 'address' | 'code';
};

const textOf = (form: HTMLFormElement, name: string) => textIn(new FormData(form), name);

/** Shows the email field, then the code field. A user who returns from the mail app finds the code field again. */
export function SignInSteps({ next, locale, texts, start }: SignInStepsProps) {
  const signIn = useSignIn({ next, locale, texts });
  const [hasCode, setHasCode] = useState(start === 'code');
  const form = useRef<HTMLFormElement>(null);
  const { pending, problem, note, busy } = signIn;
  const isCodeStep = hasCode || pending !== null;

  const addressOf = () => pending?.email ?? (form.current ? textOf(form.current, 'email') : '');
  const enter = (code: string) => {
    const email = addressOf();
    if (!email) return signIn.showProblem({ field: 'email', text: texts.badEmail });
    if (code.length < CODE_DIGITS) return signIn.showProblem({ field: 'code', text: texts.badCode });
    signIn.enter({ email, code });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (busy) return;
    if (isCodeStep) return enter(digitsOf(textOf(event.currentTarget, 'code')));
    const email = addressOf();
    if (!email.includes('@')) return signIn.showProblem({ field: 'email', text: texts.badEmail });
    signIn.ask(email, false);
  };
  const restart = () => {
    setHasCode(false);
    signIn.restart();
  };

  // A user who has requested the email types the code next. After an error, the user corrects the wrong field.
  useEffect(() => {
    if (pending) form.current?.querySelector<HTMLElement>('[name=code]')?.focus();
  }, [pending]);
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.select();
  }, [problem]);

  return (
    <Form ref={form} onSubmit={submit} className="flex w-full max-w-md flex-col gap-5">
      {!pending && (
        <TextField
          id="sign-in-email"
          name="email"
          type="email"
          label={texts.email}
          error={problem?.field === 'email' ? problem.text : undefined}
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {isCodeStep && (
        <>
          <p role="status" className="text-muted empty:sr-only">
            {note || (pending && fill(texts.sent, { email: pending.email }, locale))}
          </p>
          <CodeField
            label={texts.code}
            hint={texts.codeHint}
            error={problem?.field === 'code' ? problem.text : undefined}
          />
        </>
      )}
      {problem && problem.field === null && (
        <Alert kind="danger" role="alert">
          {problem.text}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {isCodeStep ? texts.enter : texts.send}
        </Button>
        {pending && (
          <ResendButton
            pending={pending}
            locale={locale}
            texts={texts}
            onPress={() => signIn.ask(pending.email, true)}
          />
        )}
      </div>
      <p>
        {isCodeStep ? (
          <QuietButton onClick={restart}>{pending ? texts.otherAddress : texts.linkAgain}</QuietButton>
        ) : (
          <QuietButton onClick={() => setHasCode(true)}>{texts.haveCode}</QuietButton>
        )}
      </p>
    </Form>
  );
}

const QuietButton = ({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) => (
  <button type="button" onClick={onClick} className="min-h-11 rounded-sm text-sm underline underline-offset-4">
    {children}
  </button>
);
