import { PURGE_MS } from '#lib/admin/limits.ts';
import type { UserDeleted } from '#lib/admin/schemas/user.ts';
import { userPurgeTopic } from '#lib/admin/topics.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import { UserEmails, UserHandles, Users } from '#lib/auth/collections.ts';
import { emailClaimId } from '#lib/auth/email-key.ts';
import { deleteTokens, readTokens } from '#lib/auth/login-tokens.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { isNamedSuperadmin, listIfSuperadmin, readSuperadmins, rememberEntered } from '#lib/auth/superadmins.ts';
import { promiseUserIndex } from '#lib/auth/topics.ts';
import { getStandingUser, getUser, handleClaimId } from '#lib/auth/users.ts';
import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import { assertSteppedUp } from '#lib/context/step-up.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import { after } from '#lib/core/time.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Tx } from '#lib/data/store.ts';
import { isLast } from './roles.ts';
import { assertOutranks } from './users.ts';

/** Clears every field that names the user. The id, the role and the times stay for orders and the audit. */
const blank = {
  email: '',
  emailKey: '',
  name: '',
  handle: null,
  avatarUrl: null,
  bio: '',
  restrictedReason: null,
  status: 'deleted',
} as const;

/** Checks, in the transaction of a deletion, that the caller may delete the account. */
type Check = (t: Tx, target: CurrentUser, superadmins: readonly string[]) => Promise<void>;

/**
 * Deletes an account: its sessions end, its identity is cleared and its address is free at once. The rest is purged
 * within a day. Deleting it again returns the same result. Throws for the caller's own account, for an equal or
 * higher rank, and for the last superadmin.
 */
export const deleteUser = (ctx: UserContext, userId: string): Promise<UserDeleted> =>
  auditRefusal(ctx, actOn(userId), () =>
    eraseAccount(ctx, userId, async (t, target, superadmins) => {
      assertMayDelete(await getStandingUser(t, ctx.user.id), target, superadmins);
      assertSteppedUp(ctx);
    }),
  );

const actOn = (userId: string) => ({ action: 'user.deleted', targetType: 'user', targetId: userId });

/**
 * Deletes an account by the rules of the caller, who also records refusals: anyone may ask to delete their own account
 * as often as they like, and that must not fill the audit.
 */
export async function eraseAccount(ctx: UserContext, userId: string, check: Check): Promise<UserDeleted> {
  const now = ctx.now();
  const { deletedAt, epoch } = await ctx.data.tx(
    async (t) => {
      const target = await getUser(t, userId);
      if (target.status === 'deleted') return { deletedAt: target.updatedAt, epoch: target.sessionEpoch };
      const superadmins = await readSuperadmins(t);
      await check(t, target, superadmins);
      const mails = await readTokens(t, target.emailKey);

      const sessionEpoch = target.sessionEpoch + 1;
      t.update(Users, userId, { ...blank, sessionEpoch, updatedAt: now.toISOString() });
      promiseUserIndex(t, userId, now);
      t.delete(UserEmails, emailClaimId(target.emailKey));
      if (target.handle) t.delete(UserHandles, handleClaimId(target.handle));
      deleteTokens(t, target.emailKey, mails);
      listIfSuperadmin(t, superadmins, { ...target, status: 'deleted' });
      // Their first sign-in may be older than this record.
      if (target.lastSeenAt !== null && isNamedSuperadmin(ctx.env, target.emailKey))
        rememberEntered(t, target.emailKey, userId);
      enqueue(t, userPurgeTopic, { userId }, { now, key: userId });
      auditRow(t, ctx, {
        ...actOn(userId),
        before: { status: target.status, role: target.role },
        after: { status: 'deleted' },
        now,
      });
      return { deletedAt: now.toISOString(), epoch: sessionEpoch };
    },
    { mayQuery: true },
  );
  await revokeConnections(ctx, { userId, epoch });
  ctx.log('info', 'user.deleted', { userId, actorId: ctx.user.id });
  return { success: true, userId, status: 'deleted', purgeBy: after(new Date(deletedAt), PURGE_MS) };
}

function assertMayDelete(actor: CurrentUser, target: CurrentUser, superadmins: readonly string[]): void {
  if (actor.id === target.id) throw forbidden('You cannot delete your own account here', { code: 'SelfDelete' });
  assertOutranks(actor, target);
  assertNotLastSuperadmin(target, superadmins);
}

export function assertNotLastSuperadmin({ id, role }: CurrentUser, superadmins: readonly string[]): void {
  if (role === 'superadmin' && isLast(superadmins, id))
    throw conflict('The last superadmin cannot be deleted. Appoint another superadmin first', {
      code: 'LastSuperadmin',
    });
}
