import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { after, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Ends the call if it was not answered by then. */
export const callExpireTopic = topic('call.expire', z.object({ callId: idText }));

/** Checks whether both sides are still connected; repeats every minute during the call. */
export const callWatchTopic = topic('call.watch', z.object({ callId: idText }), { coalesce: true });

/** A side without a connection for this long has left the call. */
export const GONE_MS = 12 * SECOND_MS;
/**
 * How often a missing side is checked. A polling client has no connection between two polls, so one check proves
 * nothing.
 */
const LOOK_MS = 4 * SECOND_MS;
/** How often a call is checked while no side is missing, in case a disconnect was not reported. */
const WATCH_MS = MINUTE_MS;

export const promiseExpiry = (write: Writer, callId: string, expiresAt: string, now: Date): void =>
  enqueue(write, callExpireTopic, { callId }, { now, key: callId, availableAt: expiresAt });

export const promiseWatch = (write: Writer, callId: string, now: Date): void =>
  enqueue(write, callWatchTopic, { callId }, { now, key: callId, availableAt: after(now, WATCH_MS) });

/** Schedules the next check soon, because a side has no connection. */
export const promiseLook = (write: Writer, callId: string, now: Date): void =>
  enqueue(write, callWatchTopic, { callId }, { now, key: callId, availableAt: after(now, LOOK_MS) });
