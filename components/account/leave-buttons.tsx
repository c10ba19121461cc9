'use client';

import { useState, useTransition } from 'react';
import { useSignOut } from '#components/shell/use-sign-out.ts';
import { Button } from '#components/ui/button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';

/**
 * Shows the buttons that sign the user out of this browser or of all sessions. Signing out also removes the cart from
 * the browser.
 */
export function LeaveButtons({ texts }: { readonly texts: Texts<'account'> }) {
  const signOut = useSignOut();
  const [problem, setProblem] = useState('');
  const [busy, startLeaving] = useTransition();

  const leave = (everywhere: boolean) =>
    startLeaving(async () => {
      setProblem('');
      try {
        await signOut(everywhere);
      } catch {
        setProblem(texts.failed);
      }
    });

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="secondary" busy={busy} onClick={() => !busy && leave(false)}>
        {texts.signOut}
      </Button>
      <Button look="danger" busy={busy} onClick={() => !busy && leave(true)}>
        {texts.signOutEverywhere}
      </Button>
      <p role="status" className="text-sm text-danger">
        {problem}
      </p>
    </div>
  );
}
