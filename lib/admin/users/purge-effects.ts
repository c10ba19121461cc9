import { effectsGivenUp, Outbox, type OutboxRow } from '#lib/data/outbox.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Tx } from '#lib/data/store.ts';
import { notifyTopic } from '#lib/notifications/topics.ts';

const SLICE = 100;

/**
 * Returns the ids of the given-up notifications of an account. It walks through those of everyone, so it runs outside a
 * transaction, which would lock them.
 */
export async function notificationsGivenUp(reader: Reader, userId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const status of ['dead', 'dismissed'] as const)
    for await (const rows of pagesOf(reader, (after) => effectsGivenUp(status, SLICE, 'common', after)))
      for (const { id, data } of rows) if (isGivenUpFor(userId, data)) ids.push(id);
  return ids;
}

/** Deletes them: no one would get them, and their texts are about the person. Returns how many were still there. */
export async function deleteGivenUp(t: Tx, userId: string, ids: readonly string[]): Promise<number> {
  const own = (await t.getMany(Outbox, ids)).filter((row) => row !== undefined && isGivenUpFor(userId, row.data));
  for (const row of own) if (row) t.delete(Outbox, row.id);
  return own.length;
}

const isGivenUpFor = (userId: string, { topic, payload, status }: OutboxRow): boolean =>
  topic === notifyTopic.name && payload?.userId === userId && (status === 'dead' || status === 'dismissed');
