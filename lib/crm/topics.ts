import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { enrichSteps } from './assistant/values.ts';
import { noticeKinds } from './threads/values.ts';

/** A step of the model, or of our rules, over one inbound mail of a person. One row per message, step, version and try. */
export const enrichTopic = topic(
  'crm.enrich',
  z.object({
    messageId: idText,
    step: z.enum(enrichSteps),
    promptVersion: z.string().max(40),
    /** How often the model has failed before; absent means never. */
    attempt: z.int().nonnegative().optional(),
  }),
  { lane: 'model' },
);
export type EnrichPromise = z.output<typeof enrichTopic.payload>;

/**
 * A second promise of the same step fails with EXISTS: it is promised in the commit that makes it due. `cause` is what
 * makes a step that was performed before worth another look.
 */
export function promiseEnrich(
  write: Writer,
  promise: EnrichPromise,
  now: Date,
  { due = now, cause }: { readonly due?: Date; readonly cause?: string } = {},
): void {
  const { messageId, step, promptVersion, attempt = 0 } = promise;
  const tail = [...(attempt > 0 ? [String(attempt)] : []), ...(cause === undefined ? [] : [cause])];
  const key = [messageId, step, promptVersion, ...tail].join(':');
  enqueue(write, enrichTopic, promise, { now, key, availableAt: due.toISOString() });
}

/** Threads have gone into this one: their rows move after them, and those that had no room go in as well. */
export const mergeTopic = topic('crm.merge', z.object({ threadId: idText, join: z.array(idText).max(200) }));

/** What a search finds of a thread has changed. */
export const threadIndexTopic = topic('crm.index', z.object({ threadId: idText }), { coalesce: true });

/** Promises, in the commit that changes a thread or its mails, that the search follows. Quick causes are one. */
export const promiseThreadIndex = (write: Writer, threadId: string, now: Date): void =>
  enqueue(write, threadIndexTopic, { threadId }, { now, key: threadId });

/** Files that belong to no row, or to none any more, are taken away. */
export const dropFilesTopic = topic('crm.drop-files', z.object({ keys: z.array(z.string()).max(1_200) }));

/** Admins are told. `key` of the cause makes it one, however often it is found. */
export const noticeTopic = topic(
  'crm.notice',
  z.object({
    kind: z.enum(noticeKinds),
    channelId: z.string(),
    subjectId: z.string(),
    /** The thread it is about, where it is about one. */
    threadId: idText.optional(),
    since: z.string(),
  }),
  { coalesce: true },
);
export type NoticePromise = z.output<typeof noticeTopic.payload>;

/** Promises that admins hear of something once; new threads of a channel are told together, five minutes at a time. */
export function promiseNotice(write: Writer, about: Omit<NoticePromise, 'since'>, now: Date): void {
  const { kind, channelId, subjectId } = about;
  if (kind !== 'new_threads') {
    enqueue(write, noticeTopic, { ...about, since: now.toISOString() }, { now, key: `${kind}:${subjectId}` });
    return;
  }
  const slot = Math.floor(now.getTime() / NEW_THREADS_MS) * NEW_THREADS_MS;
  const since = new Date(slot).toISOString();
  const availableAt = new Date(slot + NEW_THREADS_MS).toISOString();
  enqueue(
    write,
    noticeTopic,
    { kind, channelId, subjectId: channelId, since },
    { now, availableAt, key: `${kind}:${channelId}:${since}` },
  );
}
/** New threads of one channel within so long are one notice. */
export const NEW_THREADS_MS = 5 * MINUTE_MS;
