import { lazy, Suspense, useRef, useState } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { isStale } from '#components/inbox/problem-text.ts';
import type { Call } from '#components/inbox/use-act.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Alert } from '#components/ui/alert.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { get, post, put } from '#lib/web/api/api-client.ts';
import { DraftActions } from './draft-actions.tsx';
import { DraftCheck } from './draft-check.tsx';
import { slotsLeft } from './draft-marks.ts';
import { DraftState } from './draft-state.tsx';
import type { DraftWorld } from './draft-world.ts';
import { isHeld } from './held-send.ts';
import { needsDialog, sendHeld } from './send-held.ts';
import { useHeld } from './use-held.ts';
import { useFieldInserts } from './use-inserts.ts';
import { useUnsaved } from './use-unsaved.ts';
import { useUnsavedText } from './use-unsaved-text.ts';

const ConflictView = lazy(() => import('./conflict-view.tsx').then((module) => ({ default: module.ConflictView })));

type DraftEditorProps = {
  readonly draft: EmailDraftView;
  readonly world: DraftWorld;
  readonly call: Call;
};
type Answer = { readonly draft: EmailDraftView };
type ThreadAnswer = { readonly drafts: readonly EmailDraftView[] };

/**
 * Shows the editor of a draft. Typed text belongs to the version it was started from. When another person has saved a
 * newer version, both texts are shown and no typed text is lost.
 */
export function DraftEditor({ draft, world, call }: DraftEditorProps) {
  const t = useSay('reply');
  const field = useRef<HTMLDivElement>(null);
  const [base, setBase] = useState(draft);
  const [text, setText] = useState(draft.body);
  const [fetched, setFetched] = useState<EmailDraftView | null>(null);
  const [asked, setAsked] = useState(0);
  const { isBusy, problem, act } = call;
  const { hold, goOn, announce } = useInbox();
  const newest = fetched && fetched.version > draft.version ? fetched : draft;
  const isDirty = text !== base.body;
  useUnsaved(isDirty);
  useUnsavedText(draft.id, isDirty ? { text, version: base.version } : null, (kept) => {
    // Text started from an older version is a conflict like any other.
    setBase({ ...draft, version: kept.version });
    setText(kept.text);
  });

  const take = (saved: EmailDraftView, shown = saved.body) => {
    setBase(saved);
    setText(shown);
  };
  // Without typed text, the newer version simply replaces the older one.
  if (newest.version !== base.version && !isDirty) take(newest);
  else if (newest !== base && newest.version === base.version && newest.updatedAt > base.updatedAt) setBase(newest);

  const readIt = async (): Promise<EmailDraftView | null> => {
    const { drafts } = await get<ThreadAnswer>(`/api/admin/email/threads/${draft.threadId}`);
    return drafts.find(({ id }) => id === draft.id) ?? null;
  };
  /** Loads the newer version after a StaleVersion error, so that it can be shown next to the typed text. */
  const orShowTheirs = async <T,>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isStale(error)) setFetched(await readIt());
      throw error;
    }
  };
  const save = async (version: number): Promise<EmailDraftView> => {
    const path = `/api/admin/email/drafts/${draft.id}`;
    const { draft: saved } = await orShowTheirs(put<Answer>(path, { body: text, version }));
    take(saved);
    setFetched(saved);
    return saved;
  };
  const approveIt = async (version: number): Promise<EmailDraftView> => {
    const path = `/api/admin/email/drafts/${draft.id}/approve`;
    const { draft: approved } = await orShowTheirs(post<Answer>(path, { version }));
    take(approved);
    setFetched(approved);
    return approved;
  };
  const approve = () =>
    act(async () => {
      await approveIt((isDirty ? await save(base.version) : base).version);
      return t('approved');
    });
  const approveAndSend = () => {
    const [slot] = slots;
    if (slot !== undefined) {
      toSlot(slot);
      announce(t('fillFirst', { slot }));
      return;
    }
    let isLeaving = false;
    act(
      async () => {
        // A change and an approval clear the warning about a newer mail, which this page may not have seen.
        const isOvertaken = base.stale || (await readIt())?.stale === true;
        const saved = isDirty ? await save(base.version) : base;
        // Also when it is approved: another person may have approved a newer text than the one shown here.
        const approved = saved.status === 'failed' ? saved : await approveIt(saved.version);
        if (isOvertaken || needsDialog(approved, world.contact)) {
          setAsked(asked + 1);
          return t('approvedCheck');
        }
        isLeaving = true;
        return orShowTheirs(sendHeld(approved, hold, t));
      },
      () => isLeaving && goOn(),
    );
  };
  const saveIt = (version: number) =>
    act(async () => {
      await save(version);
      return t('saved');
    });

  const slots = slotsLeft(text, base.openSlots);
  const isConflict = isDirty && newest.version > base.version;
  const isSending = base.status === 'sending';
  const isOnItsWay = isSending || isHeld(base);
  useHeld(base, world.now);
  useFieldInserts(field, !isOnItsWay);
  useCommands({ write: () => field.current?.querySelector('textarea')?.focus() });
  const toSlot = (slot: string) => {
    const area = field.current?.querySelector('textarea');
    const at = text.indexOf(slot);
    area?.focus();
    area?.setSelectionRange(at, at + slot.length);
  };

  return (
    <div ref={field} className="flex flex-col gap-4 rounded-lg border border-line-strong bg-surface p-4">
      <DraftState draft={base} world={world} isDirty={isDirty} />
      {isConflict ? (
        <Suspense>
          <ConflictView
            mine={text}
            theirs={newest}
            by={world.people[newest.editedBy ?? ''] ?? t('someone')}
            isBusy={isBusy}
            onReapply={() => saveIt(newest.version)}
            onTakeTheirs={() => take(newest)}
          />
        </Suspense>
      ) : (
        <TextAreaField
          id={`draft-${draft.id}`}
          label={t('replyTo', { email: base.toEmail })}
          rows={Math.min(10, Math.max(5, text.split('\n').length + 1))}
          maxLength={20_000}
          dir="auto"
          data-reply
          value={text}
          readOnly={isOnItsWay}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <DraftCheck draft={base} text={text} slots={slots} onSlot={toSlot} />
      {problem && !isConflict && <Alert kind="danger">{problem}</Alert>}
      {!isConflict && (
        <DraftActions
          draft={base}
          text={text}
          world={world}
          isDirty={isDirty}
          isBusy={isBusy}
          hasSlots={slots.length > 0}
          onSave={() => saveIt(base.version)}
          onApprove={approve}
          onApproveAndSend={approveAndSend}
          asked={asked}
          onThrowAway={() => setText(base.body)}
        />
      )}
      {isSending && <p className="text-sm text-muted">{t('sendingNow')}</p>}
    </div>
  );
}
