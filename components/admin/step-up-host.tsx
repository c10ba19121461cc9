'use client';

import { useEffect, useRef, useState } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import { openStepUpQueue, type StepUpQueue } from '#lib/web/api/step-up-queue.ts';
import type { PendingSignIn } from '#lib/web/pending-sign-in.ts';
import type { StepUpDialog } from './step-up-dialog.tsx';

type StepUpHostProps = {
  /** Where the code goes: the server mails it to the person of the session. */
  readonly email: string;
  readonly texts: Texts<'signIn'>;
};

/**
 * Where every call of the console that ADMIN_STEP_UP refuses waits for a fresh code, without knowing of it. The dialog is
 * fetched with the first of them; without it they fail as they were refused.
 */
export function StepUpHost({ email, texts }: StepUpHostProps) {
  const queue = useRef<StepUpQueue | null>(null);
  const [Dialog, setDialog] = useState<typeof StepUpDialog | null>(null);
  // Outlives the dialog: the mail of one that was closed is still good in the next.
  const [pending, setPending] = useState<PendingSignIn | null>(null);

  useEffect(() => {
    const opened = openStepUpQueue(() => {
      import('./step-up-dialog.tsx').then(
        (fetched) => setDialog(() => fetched.StepUpDialog),
        () => opened.settle(false),
      );
    });
    queue.current = opened;
    return opened.close;
  }, []);
  const done = (isProven: boolean) => {
    setDialog(null);
    queue.current?.settle(isProven);
  };

  return Dialog && <Dialog email={email} pending={pending} setPending={setPending} texts={texts} onDone={done} />;
}
