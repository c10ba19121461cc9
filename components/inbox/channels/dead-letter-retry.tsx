'use client';

import { useState } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import { Button } from '#components/ui/button.tsx';
import { post } from '#lib/web/api/api-client.ts';
import { deadLetterText } from './dead-letter-words.ts';

type Answer = {
  readonly success?: boolean;
  readonly deadLetter?: { readonly status: string; readonly errorCode: string };
};

/**
 * Shows a button that retries reading a mail. A mail that was too large to keep, or was erased, exists only in its
 * mailbox.
 */
export function DeadLetterRetry({ id, hasRaw }: { readonly id: string; readonly hasRaw: boolean }) {
  const [outcome, setOutcome] = useState('');
  const { isBusy, problem, act } = useAct();
  if (!hasRaw) return <span className="text-sm text-muted">not stored here; see the mailbox</span>;

  const retry = () =>
    act(async () => {
      const { deadLetter } = await post<Answer>(`/api/admin/email/dead-letters/${id}/retry`);
      const said =
        deadLetter?.status === 'waiting'
          ? `It failed again. ${deadLetterText(deadLetter.errorCode)}.`
          : 'The email was read.';
      setOutcome(said);
      return said;
    });
  return (
    <span className="flex flex-col items-start gap-1">
      <Button size="small" look="secondary" busy={isBusy} onClick={retry}>
        {isBusy ? 'Reading…' : 'Try again'}
      </Button>
      {(problem || outcome) && <span className="text-sm text-danger">{problem || outcome}</span>}
    </span>
  );
}
