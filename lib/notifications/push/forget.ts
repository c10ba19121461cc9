import type { z } from 'zod';
import type { sessionsEnded } from '#lib/auth/topics.ts';
import type { Context } from '#lib/context/context.ts';
import { PushRegistrations } from './collections.ts';
import { devicesOf, devicesOfSession } from './queries.ts';

type SessionsEnded = z.output<typeof sessionsEnded.payload>;

/**
 * Forgets the devices of sessions that have ended, or hands them on to the one that took the place of theirs. One that was
 * registered since, by a new session, stays.
 */
export async function forgetDevices(ctx: Context, ended: SessionsEnded): Promise<void> {
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
