import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { NEW_THREADS_MS } from '#lib/crm/limits.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { enrichSteps } from './assistant/values.ts';
import { noticeKinds } from './threads/values.ts';

/**
 * One step of the model, or of our own rules, for one inbound message of a person. One row per message, step, version
 * and attempt.
 */
export const enrichTopic = topic(
  'crm.enrich',
  z.object({
    messageId: idText,
    step: z.enum(enrichSteps),
    promptVersion: z.string().max(40),
    /** How often the model has failed before. Missing means never. */
    attempt: z.int().nonnegative().optional(),
  }),
  { lane: 'model' },
);
export type EnrichPromise = z.output<typeof enrichTopic.payload>;

/**
 * Enqueues a step in the commit that makes the step due. A second entry for the same step fails with EXISTS. `cause`
 * makes a new key, so that a step already performed runs again.
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

/**
 * Other threads were merged into this thread. The effect moves their rows, and also merges the threads of `join` that
 * did not fit.
 */
export const mergeTopic = topic('crm.merge', z.object({ threadId: idText, join: z.array(idText).max(200) }));

/** The searchable content of a thread has changed. */
export const threadIndexTopic = topic('crm.index', z.object({ threadId: idText }), { coalesce: true });

/**
 * Enqueues an update of the search index in the commit that changes a thread or its messages. Changes in quick
 * succession coalesce.
 */
export const promiseThreadIndex = (write: Writer, threadId: string, now: Date): void =>
  enqueue(write, threadIndexTopic, { threadId }, { now, key: threadId });

/** Deletes files that no row refers to. */
export const dropFilesTopic = topic('crm.drop-files', z.object({ keys: z.array(z.string()).max(1_200) }));

/** Notifies admins. The entry's `key` names the cause, so that each cause is reported once. */
export const noticeTopic = topic(
  'crm.notice',
  z.object({
    kind: z.enum(noticeKinds),
    channelId: z.string(),
    subjectId: z.string(),
    /** The thread the notice is about, if any. */
    threadId: idText.optional(),
    since: z.string(),
  }),
  { coalesce: true },
);
export type NoticePromise = z.output<typeof noticeTopic.payload>;

/**
 * Enqueues a notice to admins, once per cause. New threads of a channel are reported together, in slots of five
 * minutes.
 */
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
