'use client';

import { useRouter } from 'next/navigation';
import { useId, useRef, useState } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { errorText } from '#components/admin/error-text.ts';
import { ReasonDialog } from '#components/admin/reason-dialog.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { EffectState } from '#lib/admin/processes/values.ts';
import type { EffectDecided, EffectDismissal, EffectRetry, EffectView } from '#lib/admin/schemas/effect.ts';
import { post } from '#lib/web/api/api-client.ts';
import { EffectAbout } from './effect-about.tsx';
import { type EffectAct, EffectActions } from './effect-actions.tsx';
import { asideText, barText, decidedText, effectText } from './effect-words.ts';

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

/** Shows effects that were given up after their last attempt, the oldest first: either waiting or dismissed. */
export function EffectList({ effects, state }: EffectListProps) {
  const router = useRouter();
  const prefix = useId();
  const said = useRef<HTMLParagraphElement>(null);
  const [done, setDone] = useState('');
  const [asked, setAsked] = useState<EffectView | null>(null);
  const { isBusy, problem, act } = useAction(errorText);
  const decide = ({ id }: EffectView, what: EffectAct, body: EffectRetry | EffectDismissal) =>
    act(async () => {
      try {
        setDone('');
        setDone(decidedText(await post<EffectDecided>(`/api/admin/outbox/${id}/${what}`, body)));
      } finally {
        // The pressed button disappears with its row.
        said.current?.focus();
        router.refresh();
      }
    });
  const columns: readonly Column<EffectView>[] = [
    {
      header: 'Task',
      cell: ({ id, topic, about }) => (
        <>
          <span id={`${prefix}${id}`}>
            <span className="font-medium">{effectText(topic)}</span>
            <span className="block text-sm break-all text-muted">{id}</span>
          </span>
          <EffectAbout about={about} />
        </>
      ),
    },
    {
      header: 'Created',
      cell: ({ createdAt, attempts }) => (
        <>
          <ReaderTime at={createdAt} />
          <span className="block text-sm text-muted">tried {attempts === 1 ? 'once' : `${attempts} times`}</span>
        </>
      ),
    },
    {
      header: 'Why it failed',
      breaksWords: true,
      cell: ({ lastError, retryBar, topic }) => (
        <>
          {lastError ?? 'Unknown'}
          {retryBar !== null && <span className="block text-sm text-muted">{barText(retryBar, topic)}</span>}
        </>
      ),
    },
    {
      header: 'Actions',
      cell: (effect) => (
        <EffectActions
          effect={effect}
          describedBy={`${prefix}${effect.id}`}
          isBusy={isBusy}
          onAct={(what) => (what === 'dismiss' ? setAsked(effect) : decide(effect, what, { status: state }))}
        />
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <p
        role="status"
        ref={said}
        tabIndex={-1}
        className={classNames('min-h-6', problem ? 'text-danger' : 'text-success')}
      >
        {problem || done}
      </p>
      <DataTable
        caption={words[state].caption}
        columns={columns}
        rows={effects}
        keyOf={({ id }) => id}
        empty={<p className="text-muted">{words[state].none}</p>}
      />
      {asked && (
        <EffectDialog
          topic={asked.topic}
          onConfirm={(reason) => decide(asked, 'dismiss', { reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

type EffectDialogProps = {
  readonly topic: string;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that explains what setting an effect aside means, and asks for a reason. */
const EffectDialog = ({ topic, onConfirm, onClose }: EffectDialogProps) => (
  <ReasonDialog
    title={`Dismiss: ${effectText(topic)}`}
    button="Dismiss"
    look="danger"
    hint="Visible only in the audit log"
    isRequired
    onConfirm={onConfirm}
    onClose={onClose}
  >
    {asideText(topic)}
  </ReasonDialog>
);
