'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { put } from '#lib/web/api-client.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';

type ReadAllButtonProps = { readonly before: string; readonly texts: Texts<'notifications'> };

/** Marks all read up to the newest one shown: what has come since is still news. */
export function ReadAllButton({ before, texts }: ReadAllButtonProps) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const [busy, startMarking] = useTransition();

  const mark = () => {
    if (busy) return;
    startMarking(async () => {
      try {
        await put('/api/notifications/read-all', { before });
        setProblem('');
        router.refresh();
      } catch {
        setProblem(texts.failed);
      }
    });
  };

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="secondary" busy={busy} onClick={mark}>
        {texts.readAll}
      </Button>
      <p role="status" className="text-danger">
        {problem}
      </p>
    </div>
  );
}
