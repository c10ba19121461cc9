'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { CallbackRetried } from '#lib/payments/schemas/callback-view.ts';
import { post } from '#lib/web/api/api-client.ts';

type CallbackRetryProps = {
  readonly id: string;
  readonly canRetry: boolean;
  readonly texts: ConsoleTexts<'payments'>;
};

/** Shows a button that retries a callback that was given up, and shows the outcome. */
export function CallbackRetry({ id, canRetry, texts }: CallbackRetryProps) {
  const router = useRouter();
  const { locale } = useReader();
  const [retried, setRetried] = useState<CallbackRetried['callback'] | null>(null);
  const { isBusy, problem, act } = useAction(useErrorText());
  const isBad = problem !== '' || retried?.state === 'poison';

  const retry = () =>
    act(async () => {
      setRetried(null);
      const answer = post<CallbackRetried>(`/api/admin/payments/callbacks/${id}/retry`);
      setRetried((await answer.finally(() => router.refresh())).callback);
    });
  const outcomeOf = ({ state, tries }: CallbackRetried['callback']): string => {
    if (state === 'poison') return fill(texts.retryFailed, { tries }, locale);
    return state === 'received' ? texts.retryWaits : fill(texts.retryState, { state: texts[`state_${state}`] }, locale);
  };

  return (
    <div className="flex flex-col items-start gap-4">
      {canRetry && (
        <Button busy={isBusy} onClick={retry}>
          {texts.retry}
        </Button>
      )}
      {(problem || retried) && (
        <Alert kind={isBad ? 'danger' : 'success'} role={isBad ? 'alert' : 'status'}>
          {problem || (retried && outcomeOf(retried))}
        </Alert>
      )}
    </div>
  );
}
