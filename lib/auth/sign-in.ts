import { auditRow } from '#lib/audit/audit.ts';
import type { Context, CurrentUser } from '#lib/context/context.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { EmailLoginTokens, Sessions, Users } from './collections.ts';
import type { LoginToken } from './schemas/login.ts';
import type { Session } from './schemas/session.ts';
import { noteEnded, openSession } from './sessions.ts';
import { hasEntered, isNamedSuperadmin, listIfSuperadmin, readSuperadmins, rememberEntered } from './superadmins.ts';
import { promiseUserIndex, roleGranted, userCreated } from './topics.ts';
import { createUser, findUserByEmail } from './users.ts';

/** Values generated before the transaction, because its callback may run again, and the browser's time zone. */
export type Draw = {
  readonly now: Date;
  readonly secret: string;
  readonly newUserId: string;
  readonly timezone?: string | undefined;
};

export type Entered = {
  readonly user: CurrentUser;
  readonly session: Pick<Row<Session>, 'id' | 'data'> & { readonly sid: string };
  readonly created: boolean;
  readonly next: string;
};

/**
 * Uses up a verified sign-in mail and opens a session, in the caller's transaction. An address without an account
 * gets one. An address in SUPERADMIN_EMAILS becomes superadmin at its first sign-in and never again, whatever account
 * it has by then. The caller's previous session ends.
 */
export async function signIn(t: Tx, ctx: Context, mail: Row<LoginToken>, draw: Draw): Promise<Entered> {
  const { email, emailKey, purpose, next } = mail.data;
  const known = await findUserByEmail(t, email);
  const isFirst = known === null || known.lastSeenAt === null;
  const isCalled = isFirst && isNamedSuperadmin(ctx.env, emailKey) && !(await hasEntered(t, emailKey));
  const superadmins = isCalled ? await readSuperadmins(t) : null;

  t.update(EmailLoginTokens, mail.id, { usedAt: draw.now.toISOString() });
  const arrived = {
    role: superadmins ? 'superadmin' : (known?.role ?? 'visitor'),
    lastSeenAt: draw.now.toISOString(),
  } as const;
  if (known) t.update(Users, known.id, arrived);
  const user = known ? { ...known, ...arrived } : newcomer(t, mail.data, arrived, draw);
  if (superadmins) {
    listIfSuperadmin(t, superadmins, user);
    enqueue(t, roleGranted, { userId: user.id, role: 'superadmin', at: draw.now.toISOString() }, { now: draw.now });
    rememberEntered(t, emailKey, user.id);
    promiseUserIndex(t, user.id, draw.now);
    auditBootstrap(t, ctx, user.id, draw.now);
  }
  const { secret, now } = draw;
  const opening = { userId: user.id, epoch: user.sessionEpoch, secret, now, stepUp: purpose === 'step-up' };
  const session = openSession(t, ctx, opening);
  if (ctx.user && ctx.session)
    endReplaced(t, { ...ctx.session, userId: ctx.user.id }, { ...session, userId: user.id }, now);
  return { user, session, created: known === null, next };
}

type Held = { readonly id: string; readonly userId: string };

/**
 * Ends the previous session of a browser. Its devices stay registered when the user is the same, and are removed when
 * the user is another.
 */
function endReplaced(t: Tx, before: Held, after: Held, now: Date): void {
  const { id: sessionId, userId } = before;
  t.delete(Sessions, sessionId);
  noteEnded(t, now, { userId, sessionId, keptId: after.userId === userId ? after.id : undefined });
}

/** The effect creates everything else of a new account. */
function newcomer(
  t: Tx,
  { email, emailKey, locale }: LoginToken,
  arrived: Pick<CurrentUser, 'role' | 'lastSeenAt'>,
  { now, newUserId: id, timezone }: Draw,
): CurrentUser {
  const user = createUser(t, { id, email, emailKey, locale, timezone, ...arrived }, now);
  enqueue(t, userCreated, { userId: id }, { now });
  return { ...user, id };
}

const auditBootstrap = (t: Tx, ctx: Context, userId: string, now: Date): void =>
  auditRow(t, ctx, {
    action: 'user.role-changed',
    targetType: 'user',
    targetId: userId,
    after: { role: 'superadmin' },
    reason: 'Named in SUPERADMIN_EMAILS',
    now,
  });
