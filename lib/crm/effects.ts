import type { Context } from '#lib/context/context.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { deskChanged } from '#lib/tunnel/channels/desk.ts';
import { enrich } from './assistant/enrich.ts';
import { completeMerge } from './threads/move-merged.ts';
import { tellNotice } from './threads/notices.ts';
import { indexThread } from './threads/thread-index.ts';
import { dropFilesTopic, enrichTopic, mergeTopic, noticeTopic, threadIndexTopic } from './topics.ts';

/** What follows of a mail once it is stored. */
export const inboxEffects: readonly AnyEffect[] = [
  effect(enrichTopic, async (ctx, promise) => {
    await enrich(ctx, promise);
    await deskChanged(ctx, 'drafts', 'threads');
  }),
  effect(mergeTopic, completeMerge),
  effect(threadIndexTopic, (ctx, { threadId }) => indexAndTell(ctx, threadId)),
  effect(dropFilesTopic, (ctx, { keys }) => ctx.files.remove(keys)),
  effect(noticeTopic, tellNotice),
];

/**
 * Every step of a thread promises its index, so this is also where open consoles hear of it: after the index, so that a
 * console that shows what was searched for finds it, and also where the index fails.
 */
async function indexAndTell(ctx: Context, threadId: string): Promise<void> {
  try {
    await indexThread(ctx, threadId);
  } finally {
    await deskChanged(ctx, 'drafts', 'tasks', 'threads');
  }
}
