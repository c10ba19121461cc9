'use client';

import { useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { EffectDecided } from '#lib/admin/schemas/effect.ts';
import { post } from '#lib/web/api-client.ts';
import { effectText } from './effect-words.ts';

export type Outcome = { readonly kind: 'success' | 'danger'; readonly text: string };

const done = { retry: 'It is tried again', dismiss: 'It is set aside' } as const;

type EffectActionsProps = {
  readonly id: string;
  readonly topic: string;
  readonly canRetry: boolean;
  /** Told what came of it: the row itself is gone by then. */
  readonly tell: (outcome: Outcome | null) => void;
};

/** What a superadmin may do with an effect that was given up. */
export function EffectActions({ id, topic, canRetry, tell }: EffectActionsProps) {
  const [isBusy, start] = useTransition();
  const act = (what: keyof typeof done) => {
    if (isBusy) return;
    start(async () => {
      tell(null);
      try {
        await post<EffectDecided>(`/api/admin/outbox/${id}/${what}`);
        tell({ kind: 'success', text: `${done[what]}: ${effectText(topic)}.` });
      } catch (error) {
        tell({ kind: 'danger', text: error instanceof Error ? error.message : 'Something went wrong' });
      }
    });
  };
  return (
    <span className="flex flex-wrap gap-2">
      {canRetry && (
        <Button size="small" look="secondary" busy={isBusy} onClick={() => act('retry')}>
          Try again
        </Button>
      )}
      <Button size="small" look="quiet" busy={isBusy} onClick={() => act('dismiss')}>
        Set aside
      </Button>
    </span>
  );
}
