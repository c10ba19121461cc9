'use client';

import { useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
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
  const t = useSay('crm');
  const [outcome, setOutcome] = useState('');
  const { isBusy, problem, act } = useAct();
  if (!hasRaw) return <span className="text-sm text-muted">{t('notStored')}</span>;

  const retry = () =>
    act(async () => {
      const { deadLetter } = await post<Answer>(`/api/admin/email/dead-letters/${id}/retry`);
      const said =
        deadLetter?.status === 'waiting'
          ? t('failedAgain', { why: deadLetterText(deadLetter.errorCode, t) })
          : t('wasRead');
      setOutcome(said);
      return said;
    });
  return (
    <span className="flex flex-col items-start gap-1">
      <Button size="small" look="secondary" busy={isBusy} onClick={retry}>
        {t(isBusy ? 'reading' : 'tryAgain')}
      </Button>
      {(problem || outcome) && <span className="text-sm text-danger">{problem || outcome}</span>}
    </span>
  );
}
