'use client';

import { useRouter } from 'next/navigation';
import { useId, useRef, useState } from 'react';
import { ReaderTime, useReader } from '#components/admin/console-reader.tsx';
import { ReasonDialog } from '#components/admin/reason-dialog.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { classNames } from '#components/ui/class-names.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { EffectState } from '#lib/admin/processes/values.ts';
import type { EffectDecided, EffectDismissal, EffectRetry, EffectView } from '#lib/admin/schemas/effect.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { post } from '#lib/web/api/api-client.ts';
import { EffectAbout } from './effect-about.tsx';
import { type EffectAct, EffectActions } from './effect-actions.tsx';
import { asideText, barText } from './effect-words.ts';
import { topicText } from './topic-text.ts';

type EffectListProps = {
  readonly effects: readonly EffectView[];
  readonly state: EffectState;
  readonly texts: ConsoleTexts<'processes'>;
};

/** Shows effects that were given up after their last attempt, the oldest first: either waiting or dismissed. */
export function EffectList({ effects, state, texts }: EffectListProps) {
  const { locale } = useReader();
  const router = useRouter();
  const prefix = useId();
  const said = useRef<HTMLParagraphElement>(null);
  const [done, setDone] = useState('');
  const [asked, setAsked] = useState<EffectView | null>(null);
  const { isBusy, problem, act } = useAction(useErrorText());
  const decide = ({ id }: EffectView, what: EffectAct, body: EffectRetry | EffectDismissal) =>
    act(async () => {
      try {
        setDone('');
        const { effect } = await post<EffectDecided>(`/api/admin/outbox/${id}/${what}`, body);
        setDone(fill(texts[`decided_${effect.status}`], { task: topicText(texts, effect.topic) }, locale));
      } finally {
        // The pressed button disappears with its row.
        said.current?.focus();
        router.refresh();
      }
    });
  const columns: readonly Column<EffectView>[] = [
    {
      header: texts.task,
      cell: ({ id, topic, about }) => (
        <>
          <span id={`${prefix}${id}`}>
            <span className="font-medium">{topicText(texts, topic)}</span>
            <span className="block text-sm break-all text-muted">{id}</span>
          </span>
          <EffectAbout about={about} texts={texts} />
        </>
      ),
    },
    {
      header: texts.created,
      cell: ({ createdAt, attempts }) => (
        <>
          <ReaderTime at={createdAt} />
          <span className="block text-sm text-muted">{fill(texts.tried, { count: attempts }, locale)}</span>
        </>
      ),
    },
    {
      header: texts.why,
      breaksWords: true,
      cell: ({ lastError, retryBar, topic }) => (
        <>
          {lastError === null ? texts.unknown : <span lang="en">{lastError}</span>}
          {retryBar !== null && <span className="block text-sm text-muted">{barText(texts, retryBar, topic)}</span>}
        </>
      ),
    },
    {
      header: texts.actions,
      cell: (effect) => (
        <EffectActions
          effect={effect}
          describedBy={`${prefix}${effect.id}`}
          isBusy={isBusy}
          texts={texts}
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
        caption={texts[`list_${state}`]}
        columns={columns}
        rows={effects}
        keyOf={({ id }) => id}
        empty={<p className="text-muted">{texts[`none_${state}`]}</p>}
      />
      {asked && (
        <EffectDialog
          topic={asked.topic}
          texts={texts}
          onConfirm={(reason) => decide(asked, 'dismiss', { reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

type EffectDialogProps = {
  readonly topic: string;
  readonly texts: ConsoleTexts<'processes'>;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that explains what setting an effect aside means, and asks for a reason. */
function EffectDialog({ topic, texts, onConfirm, onClose }: EffectDialogProps) {
  const { locale } = useReader();
  return (
    <ReasonDialog
      title={fill(texts.dismissTitle, { task: topicText(texts, topic) }, locale)}
      button={texts.dismiss}
      look="danger"
      hint={texts.dismissHint}
      isRequired
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {asideText(texts, topic)}
    </ReasonDialog>
  );
}
