'use client';

import { useRouter } from 'next/navigation';
import { useId, useRef, useState, useTransition } from 'react';
import { consoleTime } from '#components/admin/console-time.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { EffectState } from '#lib/admin/processes/values.ts';
import type { EffectDecided, EffectDismissal, EffectRetry, EffectView } from '#lib/admin/schemas/effect.ts';
import { post } from '#lib/web/api/api-client.ts';
import { EffectAbout } from './effect-about.tsx';
import { type EffectAct, EffectActions } from './effect-actions.tsx';
import { EffectDialog } from './effect-dialog.tsx';
import { barText, decidedText, effectText } from './effect-words.ts';

const columns = [
  { key: 'what', label: 'Task' },
  { key: 'promised', label: 'Created' },
  { key: 'why', label: 'Why it failed' },
  { key: 'do', label: 'Actions' },
] as const;

const words: Readonly<Record<EffectState, { readonly caption: string; readonly none: string }>> = {
  dead: {
    caption: 'Failed tasks, oldest first',
    none: 'No failed tasks. Tasks that fail on every attempt will appear here.',
  },
  dismissed: {
    caption: 'Dismissed tasks, oldest first',
    none: 'No tasks were dismissed in the last seven days.',
  },
};

type EffectListProps = { readonly effects: readonly EffectView[]; readonly state: EffectState };

/** Shows effects that were given up after their last attempt, the oldest first: either waiting or set aside. */
export function EffectList({ effects, state }: EffectListProps) {
  const router = useRouter();
  const prefix = useId();
  const said = useRef<HTMLParagraphElement>(null);
  const [news, setNews] = useState({ isBad: false, text: '' });
  const [asked, setAsked] = useState<EffectView | null>(null);
  const [isBusy, start] = useTransition();
  const act = ({ id }: EffectView, what: EffectAct, body: EffectRetry | EffectDismissal) => {
    if (isBusy) return;
    start(async () => {
      try {
        const decided = await post<EffectDecided>(`/api/admin/outbox/${id}/${what}`, body);
        setNews({ isBad: false, text: decidedText(decided) });
      } catch (error) {
        setNews({ isBad: true, text: error instanceof Error ? error.message : 'Something went wrong' });
      }
      // The pressed button disappears with its row.
      said.current?.focus();
      router.refresh();
    });
  };
  return (
    <div className="flex flex-col gap-4">
      <p
        role="status"
        ref={said}
        tabIndex={-1}
        className={classNames('min-h-6', news.isBad ? 'text-danger' : 'text-success')}
      >
        {news.text}
      </p>
      {effects.length === 0 ? (
        <p className="text-muted">{words[state].none}</p>
      ) : (
        <Table caption={words[state].caption} columns={columns}>
          {effects.map((effect) => (
            <Row key={effect.id}>
              <Cell label="Task">
                <span id={`${prefix}${effect.id}`}>
                  <span className="font-medium">{effectText(effect.topic)}</span>
                  <span className="block text-sm break-all text-muted">{effect.id}</span>
                </span>
                <EffectAbout about={effect.about} />
              </Cell>
              <Cell label="Created">
                <time dateTime={effect.createdAt}>{consoleTime(effect.createdAt)}</time>
                <span className="block text-sm text-muted">
                  tried {effect.attempts === 1 ? 'once' : `${effect.attempts} times`}
                </span>
              </Cell>
              <Cell label="Why it failed">
                <span className="wrap-anywhere">{effect.lastError ?? 'Unknown'}</span>
                {effect.retryBar !== null && (
                  <span className="block text-sm text-muted">{barText(effect.retryBar, effect.topic)}</span>
                )}
              </Cell>
              <Cell label="Actions">
                <EffectActions
                  effect={effect}
                  describedBy={`${prefix}${effect.id}`}
                  isBusy={isBusy}
                  onAct={(what) => (what === 'dismiss' ? setAsked(effect) : act(effect, what, { status: state }))}
                />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {asked && (
        <EffectDialog
          topic={asked.topic}
          onConfirm={(reason) => act(asked, 'dismiss', { reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
