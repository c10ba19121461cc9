'use client';

import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { DraftWorld } from './draft-world.ts';
import { useInserts } from './use-inserts.ts';
import { hasUnsavedText, newTextOf } from './use-unsaved-text.ts';

const DraftEditor = lazy(() => import('./draft-editor.tsx').then((module) => ({ default: module.DraftEditor })));
const loadWriter = () => import('./draft-writer.tsx').then((module) => ({ default: module.DraftWriter }));
const DraftWriter = lazy(loadWriter);
/** Fetches the writer ahead of its use. Opening it tries again after a failure. */
const prepareWriter = () => {
  loadWriter().catch(() => undefined);
};
const DraftHistory = lazy(() => import('./draft-history.tsx').then((module) => ({ default: module.DraftHistory })));
const UnknownBanner = lazy(() => import('./unknown-banner.tsx').then((module) => ({ default: module.UnknownBanner })));

type DraftDeskProps = {
  readonly threadId: string;
  readonly drafts: readonly EmailDraftView[];
  readonly world: DraftWorld;
  readonly canGenerate: boolean;
};
type Answer = { readonly draft: EmailDraftView };

const active = new Set(['pending', 'approved', 'sending', 'failed']);

/** Shows the reply to a thread: the active draft, or the ways to begin one. */
export function DraftPanel({ threadId, drafts, world, canGenerate }: DraftDeskProps) {
  const t = useSay('reply');
  const [isWriting, setWriting] = useState(false);
  const [first, setFirst] = useState('');
  const call = useAct();
  const { isBusy, problem, act } = call;
  const draft = drafts.find(({ status }) => active.has(status));
  const unknown = drafts.filter(({ status }) => status === 'send_unknown');
  const rest = drafts.filter((candidate) => candidate !== draft && !unknown.includes(candidate));
  const isFree = draft === undefined && unknown.length === 0;
  const goOnWriting = useEffectEvent(() => setWriting(hasUnsavedText(newTextOf(threadId))));
  useEffect(() => goOnWriting(), []);
  useEffect(() => {
    // The keys after the one that opens the writer must find it there: outside a field they are shortcuts.
    if (!isFree) return;
    document.addEventListener('keydown', prepareWriter, { once: true });
    return () => document.removeEventListener('keydown', prepareWriter);
  }, [isFree]);
  useCommands(isFree ? { write: () => setWriting(true) } : {});
  useInserts((text) => {
    setFirst(text);
    setWriting(true);
  }, isFree && !isWriting);

  const close = () => {
    setFirst('');
    setWriting(false);
  };
  const generate = () =>
    act(async () => {
      await post<Answer>(`/api/admin/email/threads/${threadId}/drafts`, { generate: true });
      return t('suggested');
    });

  return (
    <section aria-label={t('reply')} className="inbox-reply flex flex-col gap-4">
      <Suspense>
        {unknown.map((unknownDraft) => (
          <UnknownBanner key={unknownDraft.id} draft={unknownDraft} world={world} />
        ))}
      </Suspense>
      <Suspense>{draft && <DraftEditor key={draft.id} draft={draft} world={world} call={call} />}</Suspense>
      {isFree && !isWriting && (
        <div className="inbox-begin flex flex-wrap gap-3">
          <Button onPointerEnter={prepareWriter} onFocus={prepareWriter} onClick={() => setWriting(true)}>
            {t('write')}
          </Button>
          {canGenerate && (
            <Button look="secondary" busy={isBusy} onClick={generate}>
              {t(isBusy ? 'suggesting' : 'suggest')}
            </Button>
          )}
        </div>
      )}
      {problem && !draft && !isWriting && <Alert kind="warning">{problem}</Alert>}
      <Suspense>
        {isFree && isWriting && (
          <DraftWriter threadId={threadId} contact={world.contact} first={first} call={call} onClose={close} />
        )}
      </Suspense>
      <Suspense>{rest.length > 0 && <DraftHistory drafts={rest} people={world.people} />}</Suspense>
    </section>
  );
}
