import type { Context } from '#lib/context/context.ts';
import { EmailDrafts, EmailMessages, EmailMsgids, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { draftsOf, messagesOf, msgidsOf, tasksByDue } from '#lib/crm/queries.ts';
import type { Collection } from '#lib/data/collection.ts';
import type { Query } from '#lib/data/query.ts';
import type { Reader } from '#lib/data/store.ts';
import { getLivingThread } from './living-thread.ts';
import { joinThreads } from './merge-threads.ts';

const SLICE = 200;

type Named = { readonly threadId: string };
/** A collection whose rows name a thread, and those of one thread. */
const named = <T extends Named>(of: Collection<T>, rows: (threadId: string, limit: number) => Query<T>) => ({
  /** Some of the rows of a thread go over to another; answers how many did. */
  async move({ data }: Pick<Context, 'data'>, from: string, to: string): Promise<number> {
    const page = await data.find(rows(from, SLICE));
    if (page.rows.length > 0)
      await data.batch((write) => {
        for (const { id } of page.rows) write.update<Named>(of as unknown as Collection<Named>, id, { threadId: to });
      });
    return page.rows.length;
  },
  isEmpty: async (reader: Reader, threadId: string) => (await reader.find(rows(threadId, 1))).rows.length === 0,
});

const belongings = [
  named(EmailMessages, messagesOf),
  named(EmailMsgids, msgidsOf),
  named(EmailDrafts, (threadId, limit) => draftsOf([threadId], limit)),
  named(EmailTasks, (threadId, limit) => tasksByDue({ threadIds: [threadId] }, limit)),
];

/**
 * Moves the rows of merged threads to the one they went into, and takes each off its list when nothing names it any more.
 * Then those that had no room on the list go in. It may run again, and beside itself.
 */
export async function completeMerge(
  ctx: Context,
  { threadId, join }: { readonly threadId: string; readonly join: readonly string[] },
): Promise<void> {
  await emptyMerged(ctx, threadId);
  for (const other of join) {
    while (!(await joinThreads(ctx, [threadId, other]))) for (const id of [threadId, other]) await emptyMerged(ctx, id);
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

/** True when nothing is left to do about a merged id; a row written meanwhile makes it false. */
const takeOffList = ({ data }: Context, id: string, gone: string): Promise<boolean> =>
  data.tx(
    async (t) => {
      const thread = await t.need(EmailThreads, id);
      // It has gone into an older one meanwhile, whose own effect goes on with the list.
      if (thread.data.mergedInto !== null) return true;
      const empty = await Promise.all(belongings.map((rows) => rows.isEmpty(t, gone)));
      if (empty.includes(false)) return false;
      t.update(EmailThreads, id, { mergedFrom: thread.data.mergedFrom.filter((one) => one !== gone) });
      return true;
    },
    { lane: `email_threads/${id}` },
  );
