import { auditRow } from '#lib/audit/audit.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import type { Context, CurrentUser } from '#lib/context/context.ts';
import { type Role, rankOf } from '#lib/context/values.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { isLast, writeRole } from './roles.ts';

/**
 * Sets the role of an address's account for an operator of the server. No rank is checked, because an operator who
 * can write the store can do anything. The last superadmin is never lowered. The audit records the act and
 * superadmins are notified, as for any other change. Throws NotFound for an address without an account.
 */
export async function setRoleByOperator(
  ctx: Context,
  address: string,
  role: Role,
): Promise<{ readonly user: CurrentUser; readonly previousRole: Role }> {
  const now = ctx.now();
  const outcome = await ctx.data.tx(async (t) => {
    const target = await findUserByEmail(t, address);
    if (!target) throw notFound('Account', 'of this address');
    const superadmins = await readSuperadmins(t);
    if (target.role === role) return { user: target, previousRole: role };
    if (isLast(superadmins, target.id) && rankOf(role) < rankOf(target.role))
      throw conflict('The last superadmin must keep the role. Appoint another superadmin first', {
        code: 'LastSuperadmin',
      });
    const user = writeRole(t, { target, superadmins, role, now });
    auditRow(t, ctx, {
      action: 'user.role-changed',
      targetType: 'user',
      targetId: target.id,
      before: { role: target.role },
      after: { role },
      reason: 'From the command line',
      now,
    });
    return { user, previousRole: target.role };
  });
  const { user, previousRole } = outcome;
  if (role !== previousRole) await revokeConnections(ctx, { userId: user.id, epoch: user.sessionEpoch });
  ctx.log('info', 'user.role_changed', { userId: user.id, role, previousRole, actorId: null });
  return outcome;
}
