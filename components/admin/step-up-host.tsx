'use client';

import { useEffect, useRef, useState } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { openStepUpQueue, type StepUpQueue } from '#lib/web/api/step-up-queue.ts';
import type { PendingSignIn } from '#lib/web/pending-sign-in.ts';
import type { StepUpDialog } from './step-up-dialog.tsx';

type StepUpHostProps = {
  /** The recipient of the code. The server sends the code to the user of the session. */
  readonly email: string;
  readonly texts: Texts<'signIn'>;
  readonly locale: Locale;
};

/**
 * Holds each call that needs a fresh step-up until the user enters a fresh code. The callers do not notice.
 * The code of the dialog is loaded on the first such call. If loading fails, the calls fail with their original error.
 */
export function StepUpHost({ email, texts, locale }: StepUpHostProps) {
  const queue = useRef<StepUpQueue | null>(null);
  const [Dialog, setDialog] = useState<typeof StepUpDialog | null>(null);
  // Kept outside the dialog, because the code of a closed dialog is still valid in the next one.
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

  return Dialog && <Dialog {...{ email, pending, setPending, texts, locale }} onDone={done} />;
}
