import type { AdminUser } from '#lib/admin/schemas/user.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import { Users } from '#lib/auth/collections.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { noteEnded } from '#lib/auth/sessions.ts';
import { listIfSuperadmin, readSuperadmins } from '#lib/auth/superadmins.ts';
import { promiseUserIndex, roleGranted } from '#lib/auth/topics.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import { assertSteppedUp } from '#lib/context/step-up.ts';
import { hasRank, type Role } from '#lib/context/values.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Tx } from '#lib/data/store.ts';
import { endsSessions, roleRefusalOf } from './role-rules.ts';
import { adminUserOf } from './users.ts';

export type NewRole = { readonly role: Role; readonly reason?: string | undefined };

/**
 * Sets the role of a user by the rank rules. Setting the current role changes nothing. Every superadmin is notified
 * of a new administrator. All checks read the store inside the transaction, so an administrator who was just demoted
 * or restricted can demote no one.
 */
export async function changeRole(
  ctx: UserContext,
  userId: string,
  { role, reason }: NewRole,
): Promise<{ user: AdminUser; previousRole: Role }> {
  const now = ctx.now();
  const act = { action: 'user.role-changed', targetType: 'user', targetId: userId, after: { role }, reason };

  const { user, previousRole } = await auditRefusal(ctx, act, () =>
    ctx.data.tx(async (t) => {
      const { actor, target, superadmins } = await readParties(t, ctx.user.id, userId);
      if (target.role === role) return { user: target, previousRole: role };
      assertMayChange(actor, target, role, superadmins);
      if (hasRank(role, 'admin')) assertSteppedUp(ctx);

      const user = writeRole(t, { target, superadmins, role, now });
      auditRow(t, ctx, { ...act, before: { role: target.role }, now });
      return { user, previousRole: target.role };
    }),
  );
  // The role decides which channels a user may subscribe to, so every connection is reopened.
  if (role !== previousRole) await revokeConnections(ctx, { userId, epoch: user.sessionEpoch });
  ctx.log('info', 'user.role_changed', { userId, role, previousRole, actorId: ctx.user.id });
  return { user: adminUserOf(user), previousRole };
}

type RoleWrite = {
  readonly target: CurrentUser;
  readonly superadmins: readonly string[];
  readonly role: Role;
  readonly now: Date;
};

/** Writes a new role and its consequences in the caller's transaction. Returns the changed account. */
export function writeRole(t: Tx, { target, superadmins, role, now }: RoleWrite): CurrentUser {
  const change = {
    role,
    updatedAt: now.toISOString(),
    ...(endsSessions(target.role, role) && { sessionEpoch: target.sessionEpoch + 1 }),
  };
  t.update(Users, target.id, change);
  promiseUserIndex(t, target.id, now);
  if (endsSessions(target.role, role)) noteEnded(t, now, { userId: target.id });
  listIfSuperadmin(t, superadmins, { ...target, role });
  if (role === 'admin' || role === 'superadmin')
    enqueue(t, roleGranted, { userId: target.id, role, at: now.toISOString() }, { now });
  return { ...target, ...change };
}

async function readParties(t: Tx, actorId: string, targetId: string) {
  const target = await getStandingUser(t, targetId);
  const actor = actorId === targetId ? target : await getStandingUser(t, actorId);
  return { actor, target, superadmins: await readSuperadmins(t) };
}

function assertMayChange(actor: CurrentUser, target: CurrentUser, to: Role, superadmins: readonly string[]): void {
  if (actor.status !== 'active') throw forbidden('Your account is restricted', { code: 'AccountRestricted' });
  const broken = roleRefusalOf({
    actor: actor.role,
    target: target.role,
    to,
    isSelf: actor.id === target.id,
    isLastSuperadmin: isLast(superadmins, target.id),
  });
  if (!broken) return;
  const refuse = broken.code === 'LastSuperadmin' ? conflict : forbidden;
  throw refuse(broken.say, { code: broken.code });
}

/** Returns whether the user is the only active superadmin. */
export const isLast = (superadmins: readonly string[], userId: string): boolean =>
  superadmins.includes(userId) && superadmins.every((id) => id === userId);
