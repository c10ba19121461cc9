import type { Context } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { type OutboxRow, outboxOf } from '#lib/data/outbox.ts';
import type { OutboxLane } from '#lib/data/values.ts';

/** Inserts an effect that was given up after its last attempt; returns its id. */
export async function giveUpEffect(
  { data, now }: Pick<Context, 'data' | 'now'>,
  change: Partial<OutboxRow> = {},
  lane: OutboxLane = 'common',
): Promise<string> {
  const id = newId('outbox');
  const at = now().toISOString();
  await data.create(outboxOf(lane), id, {
    topic: 'message.notify',
    dedupeKey: null,
    payload: { conversationId: 'cvs_gone', messageId: 'msg_gone' },
    status: 'dead',
    createdAt: at,
    owner: null,
    availableAt: at,
    attempts: 8,
    leaseOwner: null,
    fence: 8,
    doneAt: null,
    lastError: 'TypeError',
    expiresAt: null,
    ...change,
  });
  return id;
}
