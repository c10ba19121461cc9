import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { after, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Nobody may have answered by now. */
export const callExpireTopic = topic('call.expire', z.object({ callId: idText }));

/** Whether anybody is still there; again each minute while the call goes on. */
export const callWatchTopic = topic('call.watch', z.object({ callId: idText }), { coalesce: true });

/** A side that has had no connection for so long has left the call. */
export const GONE_MS = 12 * SECOND_MS;
/** How often is looked meanwhile: who polls is not there between two polls, and once is no proof. */
const LOOK_MS = 4 * SECOND_MS;
/** How often is looked where nobody is missed, should nobody have come to say that one has left. */
const WATCH_MS = MINUTE_MS;

export const promiseExpiry = (write: Writer, callId: string, expiresAt: string, now: Date): void =>
  enqueue(write, callExpireTopic, { callId }, { now, key: callId, availableAt: expiresAt });

export const promiseWatch = (write: Writer, callId: string, now: Date): void =>
  enqueue(write, callWatchTopic, { callId }, { now, key: callId, availableAt: after(now, WATCH_MS) });

/** A side has no connection: looks again soon. */
export const promiseLook = (write: Writer, callId: string, now: Date): void =>
  enqueue(write, callWatchTopic, { callId }, { now, key: callId, availableAt: after(now, LOOK_MS) });
