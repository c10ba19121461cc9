import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Nobody may have answered by now. */
export const callExpireTopic = topic('call.expire', z.object({ callId: idText }));

/** Whether anybody is still there; again each minute while the call goes on. */
export const callWatchTopic = topic('call.watch', z.object({ callId: idText }), { coalesce: true });

/** Both sides gone for so long have ended the call. */
export const SILENT_MS = MINUTE_MS;

export const promiseExpiry = (write: Writer, callId: string, expiresAt: string, now: Date): void =>
  enqueue(write, callExpireTopic, { callId }, { now, key: callId, availableAt: expiresAt });

export const promiseWatch = (write: Writer, callId: string, now: Date): void =>
  enqueue(write, callWatchTopic, { callId }, { now, key: callId, availableAt: after(now, SILENT_MS) });
