import { type AdminUser, type AdminUserAnswer, adminUser } from '#lib/admin/schemas/user.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import { Users } from '#lib/auth/collections.ts';
import { sessionsOf } from '#lib/auth/queries.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { liveAmong, noteEnded } from '#lib/auth/sessions.ts';
import { getStandingUser, getUser } from '#lib/auth/users.ts';
import { hasRightsOf } from '#lib/auth/values.ts';
import type { Context, CurrentUser, UserContext } from '#lib/context/context.ts';
import { hasRank } from '#lib/context/values.ts';
import { forbidden } from '#lib/core/errors.ts';

/**
 * Returns an account as an administrator sees it. It is an allow-list, so that other fields of an imported row cannot
 * leak.
 */
export const adminUserOf = (user: CurrentUser): AdminUser => adminUser.parse(user);

/** Returns an account with its number of signed-in browsers. A deleted account shows as deleted until it is purged. */
export async function getUserForAdmin(ctx: Context, userId: string): Promise<AdminUserAnswer> {
  const [user, { rows }] = await Promise.all([getUser(ctx.data, userId), ctx.data.find(sessionsOf(userId))]);
  const live = liveAmong(rows, user, ctx.now());
  const lastSeenAt = [user.lastSeenAt ?? '', ...live.map(({ data }) => data.lastSeenAt)].sort().at(-1) || null;
  return { user: { ...adminUserOf(user), lastSeenAt, activeSessions: live.length } };
}

/**
 * Throws RankTooLow unless the target has a lower rank or the actor is a superadmin. Every act on another account
 * uses it.
 */
export function assertOutranks(actor: CurrentUser, target: CurrentUser): void {
  if (!hasRightsOf('admin', actor) || (actor.role !== 'superadmin' && hasRank(target.role, actor.role)))
    throw forbidden('You cannot do this to someone of your own rank or above', { code: 'RankTooLow' });
}

/**
 * Signs a user out everywhere by the rank rule. Returns how many browsers that was. Writes nothing when nobody is
 * signed in.
 */
export async function endUserSessions(ctx: UserContext, userId: string): Promise<{ ended: number }> {
  const now = ctx.now();
  const act = { action: 'user.sessions-ended', targetType: 'user', targetId: userId };
  const { ended, epoch } = await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        const target = await getStandingUser(t, userId);
        const actor = await getStandingUser(t, ctx.user.id);
        if (actor.id !== target.id) assertOutranks(actor, target);
        // Queried here, so that a session that opens at the same moment either is seen or opened after the act.
        const live = liveAmong((await t.find(sessionsOf(userId))).rows, target, now);
        if (live.length === 0) return { ended: 0, epoch: target.sessionEpoch };

        const sessionEpoch = target.sessionEpoch + 1;
        t.update(Users, userId, { sessionEpoch, updatedAt: now.toISOString() });
        noteEnded(t, now, { userId });
        auditRow(t, ctx, { ...act, after: { ended: live.length }, now });
        return { ended: live.length, epoch: sessionEpoch };
      },
      { mayQuery: true },
    ),
  );
  if (ended === 0) return { ended };
  await revokeConnections(ctx, { userId, epoch });
  ctx.log('info', 'user.sessions_ended', { userId, ended, actorId: ctx.user.id });
  return { ended };
}
