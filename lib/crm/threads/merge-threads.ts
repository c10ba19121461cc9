import type { Context } from '#lib/context/context.ts';
import { EmailContacts, EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import { supersedeDraft } from '#lib/crm/drafts/draft-rows.ts';
import { mayTransition } from '#lib/crm/drafts/draft-states.ts';
import { answeredTasks, cancelTasks } from '#lib/crm/drafts/writing/reply-task.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailTask } from '#lib/crm/schemas/task.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { mergeTopic, promiseThreadIndex } from '#lib/crm/topics.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { inc } from '#lib/data/patch.ts';
import { type FoundBefore, queriedTx } from '#lib/data/queried-tx.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { findFirstReply } from './first-reply.ts';
import { isLater } from './latest-mail.ts';
import { getLivingThread } from './living-thread.ts';
import { draftThatStays, firstAsked, mergedThread, roomFor } from './merge-facts.ts';
import { byAge } from './thread-choice.ts';

/** Everything that a merge reads before it writes. */
export type MergePlan = {
  readonly survivor: Row<EmailThread>;
  readonly now: readonly Row<EmailThread>[];
  readonly waiting: readonly Row<EmailThread>[];
  readonly drafts: readonly Row<EmailDraft>[];
  /** The latest message of all threads, and when the merged thread was first answered. */
  readonly latest: Row<EmailMessage> | null;
  readonly firstReplyAt: string | null;
  /** Our open tasks that ask for a reply. One of them is enough. */
  readonly asked: readonly Row<EmailTask>[];
  /** Contacts who wrote in several of the threads, with the surplus in their thread count. */
  readonly counted: readonly { readonly contactId: string; readonly times: number }[];
};

/** Reads what a merge of these threads needs. The threads are living and may be in any order. The oldest survives. */
export async function planMerge(
  t: Pick<Reader, 'getMany'>,
  found: FoundBefore,
  threads: readonly Row<EmailThread>[],
): Promise<MergePlan | null> {
  const [survivor, ...others] = threads.toSorted((a, b) =>
    byAge({ id: a.id, createdAt: a.data.createdAt }, { id: b.id, createdAt: b.data.createdAt }),
  );
  if (!survivor) return null;
  const { now, waiting } = roomFor(survivor, others);
  const merging = [survivor, ...now];
  const draftIds = now.length > 0 ? merging.flatMap(({ data }) => data.activeDraftId ?? []) : [];
  const writers = [...new Set(merging.flatMap(({ data }) => data.writerIds))]
    .map((contactId) => ({
      contactId,
      times: merging.filter(({ data }) => data.writerIds.includes(contactId)).length - 1,
    }))
    .filter(({ times }) => times > 0);
  const latestIds = merging.flatMap(({ data }) => data.latestId ?? []);
  const [asked, drafts, latest, firstReplyAt, contacts] = await Promise.all([
    now.length === 0 ? [] : Promise.all(merging.map((thread) => answeredTasks(found, thread))),
    t.getMany(EmailDrafts, draftIds),
    t.getMany(EmailMessages, latestIds),
    firstReplyOf(found, merging),
    t.getMany(
      EmailContacts,
      writers.map(({ contactId }) => contactId),
    ),
  ]);
  return {
    survivor,
    now,
    waiting,
    drafts: drafts.filter((draft) => draft !== undefined),
    latest: latest.reduce<Row<EmailMessage> | null>(
      (last, mail) => (mail && (last === null || isLater(mail, last)) ? mail : last),
      null,
    ),
    firstReplyAt,
    asked: asked.flat(),
    counted: writers.filter((_, place) => contacts[place] !== undefined),
  };
}

/**
 * Returns when the merged threads were first answered, because a question in one thread may have its answer in another.
 */
async function firstReplyOf(found: FoundBefore, merging: readonly Row<EmailThread>[]): Promise<string | null> {
  const threads = merging.map(({ data }) => data);
  const askedAt = firstAsked(threads);
  if (merging.length < 2 || askedAt === null || threads.every(({ outboundCount }) => outboundCount === 0))
    return merging[0]?.data.firstReplyAt ?? null;
  return findFirstReply(found, merging, askedAt);
}

/**
 * Writes a merge except for the survivor, and returns the survivor's new state. The caller writes that state together
 * with its other changes. An effect moves the rows of the merged threads. Until then readers query all the ids.
 */
export function writeMerge(t: Writer, plan: MergePlan, at: Date): EmailThread {
  const { survivor, now, waiting, drafts, latest, firstReplyAt, asked, counted } = plan;
  if (now.length === 0 && waiting.length === 0) return survivor.data;
  const updatedAt = at.toISOString();
  const active = draftThatStays(drafts, latest);
  if (active && latest && active.data.replyToMessageId !== latest.id)
    t.update(EmailDrafts, active.id, { stale: true, updatedAt });
  for (const draft of drafts)
    if (draft.id !== active?.id && mayTransition(draft.data.status, 'supersede'))
      supersedeDraft(t, draft, active?.id ?? null, at);
  for (const { contactId, times } of counted) t.update(EmailContacts, contactId, { threadCount: inc(-times) });
  for (const { id } of now) {
    t.update(EmailThreads, id, { mergedInto: survivor.id, activeDraftId: null, activeDraftStatus: null, updatedAt });
    promiseThreadIndex(t, id, at);
  }
  enqueue(t, mergeTopic, { threadId: survivor.id, join: waiting.map(({ id }) => id) }, { now: at });
  if (now.length === 0) return survivor.data;
  const cancelled = cancelTasks(t, active ? asked : asked.slice(1), at);
  return mergedThread(survivor, now, { latest, active, firstReplyAt, cancelled, at: updatedAt });
}

/** Merges two threads unless they are the same. Returns false when the survivor's list has no room yet. */
export async function joinThreads(ctx: Context, ids: readonly [string, string]): Promise<boolean> {
  const now = ctx.now();
  return queriedTx(
    ctx.data,
    async (t, found) => {
      const threads = await Promise.all(ids.map((id) => getLivingThread(t, id)));
      if (threads[0]?.id === threads[1]?.id) return true;
      const plan = await planMerge(t, found, threads);
      if (!plan || plan.waiting.length > 0) return false;
      t.set(EmailThreads, plan.survivor.id, writeMerge(t, plan, now));
      promiseThreadIndex(t, plan.survivor.id, now);
      return true;
    },
    { lane: ids.map((id) => `email_threads/${id}`) },
  );
}
