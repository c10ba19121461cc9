import type { Context } from '#lib/context/context.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { enrich } from './assistant/enrich.ts';
import { completeMerge } from './threads/move-merged.ts';
import { notifyAdmins } from './threads/notices.ts';
import { indexThread } from './threads/thread-index.ts';
import { dropFilesTopic, enrichTopic, mergeTopic, noticeTopic, threadIndexTopic } from './topics.ts';

/** The effects that follow the storing of a message. */
export const inboxEffects: readonly AnyEffect[] = [
  effect(enrichTopic, async (ctx, promise) => {
    await enrich(ctx, promise);
    await publishOverviewChange(ctx, 'drafts', 'threads');
  }),
  effect(mergeTopic, completeMerge),
  effect(threadIndexTopic, (ctx, { threadId }) => indexAndHint(ctx, threadId)),
  effect(dropFilesTopic, (ctx, { keys }) => ctx.files.remove(keys)),
  effect(noticeTopic, notifyAdmins),
];

/**
 * Updates the search index of a thread, then notifies open consoles. Every change of a thread enqueues this effect. The
 * notification comes after the index, so that a console that repeats its search finds the change. Consoles are notified
 * even when indexing fails.
 */
async function indexAndHint(ctx: Context, threadId: string): Promise<void> {
  try {
    await indexThread(ctx, threadId);
  } finally {
    await publishOverviewChange(ctx, 'drafts', 'tasks', 'threads');
  }
}
