import { newestCasesOf } from '#lib/admin/moderation/moderation-queue.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { proceduresAbout } from '#lib/admin/verification/queries.ts';
import { sessionsOf } from '#lib/auth/queries.ts';
import { liveAmong } from '#lib/auth/sessions.ts';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import { getUser } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { hasRank, type Role, roles } from '#lib/context/values.ts';
import type { Cursor } from '#lib/data/query.ts';
import { roleRefusalOf } from './role-rules.ts';
import { isLast } from './roles.ts';

/** What a tab of a person's page shows at most. */
const SHOWN = 100;

/** Lists the sessions in which a person is signed in, newest first. */
export async function listUserSessions(ctx: Context, userId: string) {
  const [user, { rows }] = await Promise.all([getUser(ctx.data, userId), ctx.data.find(sessionsOf(userId))]);
  return liveAmong(rows, user, ctx.now()).map(({ id, data }) => ({
    ...{ id, device: data.device, createdAt: data.createdAt, lastSeenAt: data.lastSeenAt },
  }));
}

export type ProcedureLine = Pick<Procedure, 'kind' | 'status' | 'submittedAt' | 'decidedAt'> & {
  readonly number: string;
};

/** Lists the verification procedures about a person, newest first. */
export async function listUserProcedures({ data }: Context, userId: string): Promise<readonly ProcedureLine[]> {
  const { rows } = await data.find(proceduresAbout(userId, SHOWN));
  return rows.map(({ id, data: { kind, status, submittedAt, decidedAt } }) => ({
    ...{ number: id, kind, status, submittedAt, decidedAt },
  }));
}

type Paged = { readonly limit: number; readonly cursor?: Cursor | undefined };

/** Lists the moderation cases about a person and what is theirs, the latest report first. The reader's own are left out. */
export async function listUserCases(
  { data, user }: Context,
  userId: string,
  { limit, cursor }: Paged,
): Promise<{ readonly cases: readonly ModerationCase[]; readonly nextCursor: Cursor | null }> {
  if (user?.id === userId) return { cases: [], nextCursor: null };
  const { rows, next } = await data.find(newestCasesOf(userId, limit, cursor));
  return { cases: rows.map((row) => row.data), nextCursor: next };
}

/** Returns the roles that the actor may give to a person now. The change itself checks again. */
export async function rolesToGive(
  ctx: Context,
  actor: { readonly id: string; readonly role: Role },
  target: { readonly id: string; readonly role: Role },
): Promise<readonly Role[]> {
  const superadmins = await readSuperadmins(ctx.data);
  return roles.filter(
    (to) =>
      to !== target.role &&
      roleRefusalOf({
        ...{ actor: actor.role, target: target.role, to },
        isSelf: actor.id === target.id,
        isLastSuperadmin: isLast(superadmins, target.id),
      }) === null,
  );
}

/** Returns whether the actor may act on another account: their rank is higher, or they are a superadmin. */
export const mayActOn = (
  actor: { readonly id: string; readonly role: Role },
  target: { readonly id: string; readonly role: Role },
): boolean => actor.id !== target.id && (actor.role === 'superadmin' || !hasRank(target.role, actor.role));
