'use client';

import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ApiProblem, remove } from '#lib/web/api-client.ts';

type EndSessionButtonProps = {
  readonly path: string;
  readonly label: string;
  /** The whole name, where the label alone would be one of many alike. */
  readonly name?: string;
  readonly failed: string;
};

/** Ends one browser's session, or those of all the others. One that is over already is as good as ended. */
export function EndSessionButton({ path, label, name, failed }: EndSessionButtonProps) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const [busy, startEnding] = useTransition();

  const end = () =>
    startEnding(async () => {
      setProblem('');
      try {
        await remove(path);
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 404)) return setProblem(failed);
      }
      router.refresh();
    });

  return (
    <span className="flex flex-wrap items-center gap-3">
      <span role="status" className="text-sm text-danger empty:sr-only">
        {problem}
      </span>
      <Button look="secondary" size="small" aria-label={name} busy={busy} onClick={() => !busy && end()}>
        {label}
      </Button>
    </span>
  );
}
