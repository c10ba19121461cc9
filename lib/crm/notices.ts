import type { Context } from '#lib/core/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import { EmailNotices } from './collections.ts';
import { noticesNewestFirst, threadsBegun } from './queries.ts';
import { NEW_THREADS_MS, type NoticePromise } from './topics.ts';

const KEPT_MS = 90 * DAY_MS;
/** Nobody counts beyond. */
const MOST_COUNTED = 500;

/** Puts down what admins are to notice; once for each cause, however often it runs. */
export async function tellNotice(ctx: Context, { kind, channelId, subjectId, since }: NoticePromise): Promise<void> {
  const count = kind === 'new_threads' ? await countBegun(ctx, channelId, since) : 1;
  if (count === 0) return;
  const now = ctx.now();
  try {
    await ctx.data.create(EmailNotices, hashOf('notice', kind, subjectId, kind === 'new_threads' ? since : ''), {
      kind,
      channelId,
      subjectId,
      count,
      createdAt: now.toISOString(),
      expiresAt: after(now, KEPT_MS),
    });
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
}

async function countBegun({ data }: Context, channelId: string, since: string): Promise<number> {
  const until = after(new Date(since), NEW_THREADS_MS);
  const { rows } = await data.find(threadsBegun(channelId, since, until, MOST_COUNTED));
  return rows.filter(({ data: thread }) => thread.humanCount > 0).length;
}

/** What admins were told of, the latest first. */
export async function listNotices({ data }: Context, limit: number) {
  const { rows } = await data.find(noticesNewestFirst(limit));
  return rows.map(({ id, data: notice }) => ({ id, ...notice }));
}
