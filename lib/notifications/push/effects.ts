import type { z } from 'zod';
import { sessionsEnded } from '#lib/auth/topics.ts';
import type { Context } from '#lib/context/context.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { pushTopic } from '#lib/notifications/topics.ts';
import { PushRegistrations } from './collections.ts';
import { deliverPush } from './deliver.ts';
import { fanOut } from './fan-out.ts';
import { devicesOf, devicesOfSession } from './queries.ts';
import { deviceTopic } from './topics.ts';

/** The effects that send pushes, and that remove devices when their session ends. */
export const pushEffects: readonly AnyEffect[] = [
  effect(sessionsEnded, forgetDevices),
  effect(pushTopic, fanOut),
  effect(deviceTopic, deliverPush),
];

type SessionsEnded = z.output<typeof sessionsEnded.payload>;

/**
 * Deletes the devices of ended sessions, or transfers them to the session that replaced theirs. A device that a new
 * session has registered since stays.
 */
async function forgetDevices(ctx: Context, ended: SessionsEnded): Promise<void> {
  const { userId, sessionId, keptId, at } = ended;
  const { rows } = await ctx.data.find(sessionId === null ? devicesOf(userId) : devicesOfSession(sessionId));
  const over = rows.filter(
    ({ data }) =>
      data.userId === userId &&
      data.lastSeenAt <= at &&
      (sessionId !== null || keptId === null || data.sessionIdHash !== keptId),
  );
  if (over.length === 0) return;
  const sessionIdHash = sessionId === null ? null : keptId;
  await ctx.data.batch((write) => {
    for (const { id } of over)
      if (sessionIdHash === null) write.delete(PushRegistrations, id);
      else write.update(PushRegistrations, id, { sessionIdHash });
  });
  ctx.log('info', sessionIdHash === null ? 'push.forgotten' : 'push.handed_on', { userId, devices: over.length });
}
