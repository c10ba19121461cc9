'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { NotificationType } from '#lib/notifications/values.ts';
import { put } from '#lib/web/api/api-client.ts';

type ReadAllButtonProps = {
  readonly before: string;
  /** Limits the action to this type. */
  readonly type?: NotificationType;
  readonly label: string;
  readonly failed: string;
};

/** Marks all notifications up to the newest one shown as read. Later ones stay unread. */
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
