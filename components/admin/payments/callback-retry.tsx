'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { errorText } from '#components/admin/error-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { CallbackRetried } from '#lib/payments/schemas/callback-view.ts';
import { post } from '#lib/web/api/api-client.ts';

type Outcome = { readonly kind: 'success' | 'danger'; readonly text: string };

function outcomeOf({ callback: { state, tries } }: CallbackRetried): Outcome {
  if (state === 'poison')
    return { kind: 'danger', text: `It failed again (${tries} times so far). See the server log for the reason.` };
  if (state === 'received') return { kind: 'success', text: 'It will be applied as soon as the gateway confirms it.' };
  return { kind: 'success', text: `New state: ${state}.` };
}

/** Shows a button that retries a callback that was given up, and shows the outcome. */
export function CallbackRetry({ id, canRetry }: { readonly id: string; readonly canRetry: boolean }) {
  const router = useRouter();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { isBusy, problem, act } = useAction(errorText);
  const shown = problem ? ({ kind: 'danger', text: problem } as const) : outcome;

  const retry = () =>
    act(async () => {
      setOutcome(null);
      const retried = post<CallbackRetried>(`/api/admin/payments/callbacks/${id}/retry`);
      setOutcome(outcomeOf(await retried.finally(() => router.refresh())));
    });

  return (
    <div className="flex flex-col items-start gap-4">
      {canRetry && (
        <Button busy={isBusy} onClick={retry}>
          Try again
        </Button>
      )}
      {shown && (
        <Alert kind={shown.kind} role={shown.kind === 'danger' ? 'alert' : 'status'}>
          {shown.text}
        </Alert>
      )}
    </div>
  );
}
