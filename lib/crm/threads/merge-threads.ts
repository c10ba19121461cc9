import type { Context } from '#lib/context/context.ts';
import { EmailContacts, EmailDrafts, EmailThreads } from '#lib/crm/collections.ts';
import { supersedeDraft } from '#lib/crm/drafts/draft-rows.ts';
import { mayMove } from '#lib/crm/drafts/draft-states.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { mergeTopic, promiseThreadIndex } from '#lib/crm/topics.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { getLivingThread } from './living-thread.ts';
import { mergedThread, roomFor } from './merge-facts.ts';
import { byAge } from './thread-choice.ts';

/** Everything a merge has to know before it writes. */
export type MergePlan = {
  readonly survivor: Row<EmailThread>;
  readonly now: readonly Row<EmailThread>[];
  readonly waiting: readonly Row<EmailThread>[];
  readonly drafts: readonly Row<EmailDraft>[];
  /** Contacts who wrote in several of them, with how often they were counted too much. */
  readonly counted: readonly { readonly contactId: string; readonly times: number }[];
};

/** Reads what the merge of these threads needs; they are living ones, in any order. The oldest survives. */
export async function planMerge(t: Reader, threads: readonly Row<EmailThread>[]): Promise<MergePlan | null> {
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
  const [drafts, contacts] = await Promise.all([
    t.getMany(EmailDrafts, draftIds),
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
    counted: writers.filter((_, place) => contacts[place] !== undefined),
  };
}

/**
 * Writes a merge, all but the survivor, whose new state is answered: the caller writes it, with what else happens to it.
 * The rows of the others follow by an effect; until then readers ask for all the ids.
 */
export function writeMerge(t: Writer, { survivor, now, waiting, drafts, counted }: MergePlan, at: Date): EmailThread {
  if (now.length === 0 && waiting.length === 0) return survivor.data;
  const updatedAt = at.toISOString();
  const active = activeOf(drafts);
  for (const draft of drafts)
    if (draft.id !== active?.id && mayMove(draft.data.status, 'supersede'))
      supersedeDraft(t, draft, active?.id ?? null, at);
  for (const { contactId, times } of counted) t.update(EmailContacts, contactId, { threadCount: inc(-times) });
  for (const { id } of now) {
    t.update(EmailThreads, id, { mergedInto: survivor.id, activeDraftId: null, activeDraftStatus: null, updatedAt });
    promiseThreadIndex(t, id, at);
  }
  enqueue(t, mergeTopic, { threadId: survivor.id, join: waiting.map(({ id }) => id) }, { now: at });
  return now.length === 0 ? survivor.data : mergedThread(survivor, now, active, updatedAt);
}

/** The newest stays; one that is on its way out goes before it, because it cannot be taken back. */
function activeOf(drafts: readonly Row<EmailDraft>[]): Row<EmailDraft> | null {
  const newest = drafts.toSorted((a, b) => (a.data.createdAt + a.id < b.data.createdAt + b.id ? 1 : -1));
  return newest.find(({ data }) => data.status === 'sending') ?? newest[0] ?? null;
}

/** Puts two threads together unless they are one already; false where there is no room yet. */
export async function joinThreads(ctx: Context, ids: readonly [string, string]): Promise<boolean> {
  const now = ctx.now();
  return ctx.data.tx(
    async (t) => {
      const threads = await Promise.all(ids.map((id) => getLivingThread(t, id)));
      if (threads[0]?.id === threads[1]?.id) return true;
      const plan = await planMerge(t, threads);
      if (!plan || plan.waiting.length > 0) return false;
      t.set(EmailThreads, plan.survivor.id, writeMerge(t, plan, now));
      promiseThreadIndex(t, plan.survivor.id, now);
      return true;
    },
    { lane: ids.map((id) => `email_threads/${id}`) },
  );
}
