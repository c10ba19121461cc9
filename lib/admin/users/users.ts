import { type AdminUser, type AdminUserAnswer, adminUser } from '#lib/admin/schemas/user.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import { Users } from '#lib/auth/collections.ts';
import { sessionsOf } from '#lib/auth/queries.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { liveAmong, noteEnded, readLive } from '#lib/auth/sessions.ts';
import { getStandingUser, getUser } from '#lib/auth/users.ts';
import { mayAs } from '#lib/auth/values.ts';
import type { Context, CurrentUser, UserContext } from '#lib/context/context.ts';
import { hasRank } from '#lib/context/values.ts';
import { forbidden } from '#lib/core/errors.ts';

/** What an administrator sees of an account: an allow-list, so that nothing an imported row holds besides can leave. */
export const adminUserOf = (user: CurrentUser): AdminUser => adminUser.parse(user);

/** An account with the number of browsers it is signed in with; a deleted one shows as deleted until it is purged. */
export async function getUserForAdmin(ctx: Context, userId: string): Promise<AdminUserAnswer> {
  const [user, { rows }] = await Promise.all([getUser(ctx.data, userId), ctx.data.find(sessionsOf(userId))]);
  const live = liveAmong(rows, user, ctx.now());
  const lastSeenAt = [user.lastSeenAt ?? '', ...live.map(({ data }) => data.lastSeenAt)].sort().at(-1) || null;
  return { user: { ...adminUserOf(user), lastSeenAt, activeSessions: live.length } };
}

/** The rank rule of every act upon another account: below one's own rank, or by a superadmin. */
export function assertOutranks(actor: CurrentUser, target: CurrentUser): void {
  if (!mayAs('admin', actor) || (actor.role !== 'superadmin' && hasRank(target.role, actor.role)))
    throw forbidden('You cannot do this to somebody of your own rank or above', { code: 'RankTooLow' });
}

/** Signs a user out everywhere by the rank rule; answers how many browsers that was. */
export async function endUserSessions(ctx: UserContext, userId: string): Promise<{ ended: number }> {
  const now = ctx.now();
  const act = { action: 'user.sessions-ended', targetType: 'user', targetId: userId };
  const { rows } = await ctx.data.find(sessionsOf(userId));
  const { ended, epoch } = await auditRefusal(ctx, act, () =>
    ctx.data.tx(async (t) => {
      const target = await getStandingUser(t, userId);
      const actor = await getStandingUser(t, ctx.user.id);
      if (actor.id !== target.id) assertOutranks(actor, target);
      const live = await readLive(t, rows, target, now);

      const sessionEpoch = target.sessionEpoch + 1;
      t.update(Users, userId, { sessionEpoch, updatedAt: now.toISOString() });
      noteEnded(t, now, { userId });
      auditRow(t, ctx, { ...act, after: { ended: live.length }, now });
      return { ended: live.length, epoch: sessionEpoch };
    }),
  );
  await revokeConnections(ctx, { userId, epoch });
  ctx.log('info', 'user.sessions_ended', { userId, ended, actorId: ctx.user.id });
  return { ended };
}
