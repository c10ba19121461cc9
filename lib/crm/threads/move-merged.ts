import type { Context } from '#lib/context/context.ts';
import { EmailDrafts, EmailMessages, EmailMsgids, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { draftsOf, messagesOf, msgidsOf, tasksByDue } from '#lib/crm/queries.ts';
import type { Collection } from '#lib/data/collection.ts';
import type { Query } from '#lib/data/query.ts';
import { getLivingThread } from './living-thread.ts';
import { joinThreads } from './merge-threads.ts';

const SLICE = 200;

type Named = { readonly threadId: string };
/** Pairs a collection whose rows refer to a thread with the query for one thread's rows. */
const named = <T extends Named>(of: Collection<T>, rows: (threadId: string, limit: number) => Query<T>) => ({
  /** Moves some rows of a thread to another living thread. Returns how many rows were found. */
  async move({ data }: Pick<Context, 'data'>, from: string, to: string): Promise<number> {
    const page = await data.find(rows(from, SLICE));
    const ids = page.rows.map(({ id }) => id);
    if (ids.length > 0)
      await data.tx(async (t) => {
        const living = await getLivingThread(t, to);
        for (const row of await t.getMany(of, ids))
          if (row?.data.threadId === from)
            t.update<Named>(of as unknown as Collection<Named>, row.id, { threadId: living.id });
      });
    return ids.length;
  },
  isEmpty: async ({ data }: Pick<Context, 'data'>, threadId: string) =>
    (await data.find(rows(threadId, 1))).rows.length === 0,
});

const belongings = [
  named(EmailMessages, messagesOf),
  named(EmailMsgids, msgidsOf),
  named(EmailDrafts, (threadId, limit) => draftsOf([threadId], limit)),
  named(EmailTasks, (threadId, limit) => tasksByDue({ threadIds: [threadId] }, limit)),
];

/**
 * Moves the rows of merged threads to the survivor. Each merged id leaves the survivor's list when no row refers to it
 * any more. Then the threads that did not fit on the list are merged. Safe to repeat and to run concurrently.
 */
export async function completeMerge(
  ctx: Context,
  { threadId, join }: { readonly threadId: string; readonly join: readonly string[] },
): Promise<void> {
  await emptyMerged(ctx, threadId);
  for (const merged of join) {
    while (!(await joinThreads(ctx, [threadId, merged])))
      for (const id of [threadId, merged]) await emptyMerged(ctx, id);
  }
  if (join.length > 0) await emptyMerged(ctx, threadId);
}

async function emptyMerged(ctx: Context, threadId: string): Promise<void> {
  const { id, data } = await getLivingThread(ctx.data, threadId);
  for (const gone of data.mergedFrom) {
    do {
      for (const rows of belongings) while ((await rows.move(ctx, gone, id)) > 0);
    } while (!(await takeOffList(ctx, id, gone)));
  }
}

/**
 * Removes a merged id from the list. Returns true when no work is left for that id. No row can refer to it after the
 * queries: a transaction that writes a thread's id has read that thread as living.
 */
async function takeOffList(ctx: Context, id: string, gone: string): Promise<boolean> {
  for (const rows of belongings) if (!(await rows.isEmpty(ctx, gone))) return false;
  await ctx.data.tx(
    async (t) => {
      const thread = await t.need(EmailThreads, id);
      // If the thread was merged into an older one in the meantime, the effect of that merge continues with the list.
      if (thread.data.mergedInto === null)
        t.update(EmailThreads, id, { mergedFrom: thread.data.mergedFrom.filter((mergedId) => mergedId !== gone) });
    },
    { lane: `email_threads/${id}` },
  );
  return true;
}
