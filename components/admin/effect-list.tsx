'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { EffectView } from '#lib/admin/schemas/effect.ts';
import { consoleTime } from './console-time.ts';
import { EffectActions, type Outcome } from './effect-actions.tsx';
import { effectText } from './effect-words.ts';

const columns = [
  { key: 'what', label: 'What' },
  { key: 'promised', label: 'Promised' },
  { key: 'why', label: 'Why it failed' },
] as const;
const actions = { key: 'do', label: 'What to do' } as const;

type EffectListProps = { readonly effects: readonly EffectView[]; readonly mayDecide: boolean };

/** Effects that were given up after their last try, the one that waits longest first. Others than superadmins only see them. */
export function EffectList({ effects, mayDecide }: EffectListProps) {
  const router = useRouter();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const tell = (next: Outcome | null) => {
    setOutcome(next);
    if (next) router.refresh();
  };
  return (
    <div className="flex flex-col gap-4">
      {outcome && (
        <Alert kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
          {outcome.text}
        </Alert>
      )}
      {effects.length === 0 ? (
        <p className="text-muted">Everything that was promised has been done, or is on its way.</p>
      ) : (
        <Table
          caption="Effects that were given up, those that wait longest first"
          columns={mayDecide ? [...columns, actions] : columns}
        >
          {effects.map(({ id, topic, createdAt, attempts, lastError, canRetry }) => (
            <Row key={id}>
              <Cell label="What">
                <span className="font-medium">{effectText(topic)}</span>
                <span className="block text-sm break-all text-muted">{id}</span>
              </Cell>
              <Cell label="Promised">
                <time dateTime={createdAt}>{consoleTime(createdAt)}</time>
                <span className="block text-sm text-muted">tried {attempts === 1 ? 'once' : `${attempts} times`}</span>
              </Cell>
              <Cell label="Why it failed">
                <span className="wrap-anywhere">{lastError ?? 'nobody knows'}</span>
                {!canRetry && (
                  <span className="block text-sm text-muted">It carried a secret, which is gone: ask for it anew.</span>
                )}
              </Cell>
              {mayDecide && (
                <Cell label="What to do">
                  <EffectActions id={id} topic={topic} canRetry={canRetry} tell={tell} />
                </Cell>
              )}
            </Row>
          ))}
        </Table>
      )}
    </div>
  );
}
