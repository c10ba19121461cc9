import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { enrich } from './enrich.ts';
import { completeMerge } from './move-merged.ts';
import { tellNotice } from './notices.ts';
import { indexThread } from './thread-index.ts';
import { dropFilesTopic, enrichTopic, mergeTopic, noticeTopic, threadIndexTopic } from './topics.ts';

/** What follows of a mail once it is stored. */
export const inboxEffects: readonly AnyEffect[] = [
  effect(enrichTopic, enrich),
  effect(mergeTopic, completeMerge),
  effect(threadIndexTopic, (ctx, { threadId }) => indexThread(ctx, threadId)),
  effect(dropFilesTopic, (ctx, { keys }) => ctx.files.remove(keys)),
  effect(noticeTopic, tellNotice),
];
