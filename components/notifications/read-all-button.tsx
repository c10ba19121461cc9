'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { NotificationType } from '#lib/notifications/values.ts';
import { put } from '#lib/web/api/api-client.ts';

type ReadAllButtonProps = {
  readonly before: string;
  /** Only of this type. */
  readonly type?: NotificationType;
  readonly label: string;
  readonly failed: string;
};

/** Marks all read up to the newest one shown: what has come since is still news. */
export function ReadAllButton({ before, type, label, failed }: ReadAllButtonProps) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const [busy, startMarking] = useTransition();

  const mark = () => {
    if (busy) return;
    startMarking(async () => {
      try {
        await put('/api/notifications/read-all', { before, ...(type && { type }) });
        setProblem('');
        router.refresh();
      } catch {
        setProblem(failed);
      }
    });
  };

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="secondary" busy={busy} onClick={mark}>
        {label}
      </Button>
      <p role="status" className="text-danger">
        {problem}
      </p>
    </div>
  );
}
