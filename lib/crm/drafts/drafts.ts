import { auditRow } from '#lib/audit/audit.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import { EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import type { EmailDraft, EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { DraftPage, DraftsQuery, PendingDraft } from '#lib/crm/schemas/draft-input.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import { inc } from '#lib/data/patch.ts';
import { queriedTx } from '#lib/data/queried-tx.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import {
  activeDraftOf,
  createDraftRow,
  isTouchedByPerson,
  mailToAnswer,
  newDraft,
  supersedeDraft,
  threadLane,
  toDraftView,
} from './draft-rows.ts';
import { draftsOfThread, pendingDrafts, troubledDrafts } from './queries.ts';
import { answeredTasks, cancelTasks } from './writing/reply-task.ts';

const MOST_OF_THREAD = 100;
const MOST_TROUBLED = 100;

/** Returns a draft by its id. Throws NotFound. */
export async function getDraft({ data }: Pick<Context, 'data'>, id: string): Promise<EmailDraftView> {
  const { data: draft } = await data.need(EmailDrafts, id);
  return toDraftView(id, draft);
}

/** Returns a page of drafts that wait for approval, newest first, each with its thread. */
export async function listPendingDrafts({ data }: Context, { limit, cursor }: DraftsQuery): Promise<DraftPage> {
  const { rows, next } = await data.find(pendingDrafts(limit, cursor));
  return { drafts: await withThreads(data, rows), nextCursor: next };
}

/** Returns the failed and uncertain sends, newest first, each with its thread. They wait for a person too. */
export async function listTroubledDrafts({ data }: Context): Promise<PendingDraft[]> {
  const { rows } = await data.find(troubledDrafts(MOST_TROUBLED));
  return withThreads(data, rows);
}

async function withThreads(data: Reader, rows: readonly Row<EmailDraft>[]): Promise<PendingDraft[]> {
  const threads = await Promise.all(rows.map(({ data: { threadId } }) => getLivingThread(data, threadId)));
  return rows.flatMap(({ id, data: draft }, place) => {
    const thread = threads[place];
    return thread ? [{ ...toDraftView(id, draft), thread: shownThread(thread) }] : [];
  });
}

const shownThread = ({ id, data }: Row<EmailThread>) => ({
  id,
  subject: data.subject,
  contact: data.contact,
  sourceChannel: data.sourceChannel,
  status: data.status,
});

/** Returns all drafts of a living thread, newest first, at most a hundred. */
export async function listDraftsOfThread(data: Reader, thread: Row<EmailThread>): Promise<EmailDraftView[]> {
  const { rows } = await data.find(draftsOfThread(idsOfThread(thread), MOST_OF_THREAD));
  return rows.map((row) => toDraftView(row.id, row.data));
}

/**
 * Creates a manual reply, which supersedes the active draft of its thread. Throws SendInProgress while that draft is
 * being sent, because it is not yet known what the customer will have read.
 */
export async function createDraft(ctx: UserContext, threadId: string, body: string): Promise<EmailDraftView> {
  const now = ctx.now();
  const id = newId('draft');
  const draft = await queriedTx(
    ctx.data,
    async (t, found) => {
      const thread = await getLivingThread(t, threadId);
      const [before, answered] = await Promise.all([activeDraftOf(t, thread), mailToAnswer(t, found, thread)]);
      if (before?.data.status === 'sending')
        throw conflict('A draft of this thread is being sent. Wait until it is sent', { code: 'SendInProgress' });
      const made = newDraft(thread, answered, { body, ...byHand, foreignLinks: [] }, now);
      if (before) supersedeDraft(t, before, id, now);
      createDraftRow(t, thread, id, made);
      auditRow(t, ctx, {
        action: 'draft.created',
        targetType: 'draft',
        targetId: id,
        after: { threadId: thread.id, ...(before && { supersedes: before.id }) },
        now,
      });
      return made;
    },
    { lane: threadLane(threadId) },
  );
  return toDraftView(id, draft);
}

const byHand = {
  source: 'manual',
  provider: null,
  model: null,
  promptVersion: null,
  confidence: null,
} as const;

/** A reply that the model or a template proposes for a mail. */
export type Proposal = Pick<
  EmailDraft,
  'body' | 'provider' | 'model' | 'promptVersion' | 'confidence' | 'foreignLinks'
> & {
  readonly source: 'ai' | 'template';
  readonly threadId: string;
  readonly replyToMessageId: string;
  /** A second proposal with the same key returns the first draft. With null, every proposal creates a new draft. */
  readonly key: string | null;
};

export type Proposed =
  | { readonly draft: EmailDraftView; readonly created: boolean }
  /** Why no draft was created: a person is working on one, the thread is resolved, or a later mail exists. */
  | { readonly draft: null; readonly why: 'in_hand' | 'resolved' | 'outdated' };

/**
 * Stores a proposal as a draft that waits for approval. It supersedes an earlier proposal that is still untouched. It
 * never replaces a draft that a person wrote, edited, approved or is sending. Of two mails, the proposal for the later
 * one remains, whichever is made first. Idempotent by its key.
 */
export async function proposeDraft(ctx: Context, proposal: Proposal): Promise<Proposed> {
  const { threadId, replyToMessageId, key, ...proposed } = proposal;
  const id = key === null ? newId('draft') : hashId('draft', key);
  const now = ctx.now();
  return queriedTx(
    ctx.data,
    async (t, found): Promise<Proposed> => {
      const known = await t.get(EmailDrafts, id);
      if (known) return { draft: toDraftView(id, known.data), created: false };
      const thread = await getLivingThread(t, threadId);
      if (thread.data.status === 'resolved') return { draft: null, why: 'resolved' };
      const [before, answered] = await Promise.all([activeDraftOf(t, thread), t.need(EmailMessages, replyToMessageId)]);
      if (before && isTouchedByPerson(before.data)) return { draft: null, why: 'in_hand' };
      // A person who explicitly asks for a proposal gets one, even after we have already replied.
      const { latestId, lastInboundId } = thread.data;
      if ((key === null ? lastInboundId : latestId) !== answered.id) return { draft: null, why: 'outdated' };
      const made = newDraft(thread, answered, proposed, now);
      const asked = await answeredTasks(found, thread);
      if (before) supersedeDraft(t, before, id, now);
      createDraftRow(t, thread, id, made);
      // The draft replaces the tasks that asked a person to write a reply.
      const cancelled = cancelTasks(t, asked, now);
      if (cancelled > 0) t.update(EmailThreads, thread.id, { openTaskCount: inc(-cancelled) });
      return { draft: toDraftView(id, made), created: true };
    },
    { lane: threadLane(threadId) },
  );
}

/**
 * Applies a person's newer mail to the active draft, in the transaction that stores the mail. An untouched proposal is
 * superseded. A draft a person has worked on stays and is marked as stale. Returns the changed fields of the thread.
 */
export async function overtakeDraft(
  t: Tx,
  thread: Row<EmailThread>,
  now: Date,
): Promise<Partial<Pick<EmailThread, 'activeDraftId' | 'activeDraftStatus'>>> {
  const active = await activeDraftOf(t, thread);
  return active ? overtake(t, active, now) : {};
}

/**
 * Applies a person's newer mail to an active draft that was already read, because a transaction reads before it writes.
 */
export function overtake(
  t: Tx,
  active: Row<EmailDraft>,
  now: Date,
): Partial<Pick<EmailThread, 'activeDraftId' | 'activeDraftStatus'>> {
  if (isTouchedByPerson(active.data)) {
    // This includes a draft that is being sent: if that fails, the draft is retried automatically.
    t.update(EmailDrafts, active.id, { stale: true, updatedAt: now.toISOString() });
    return {};
  }
  supersedeDraft(t, active, null, now);
  return { activeDraftId: null, activeDraftStatus: null };
}
