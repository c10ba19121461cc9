import type { CurrentSession, CurrentUser } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { cookieOf } from '#lib/core/cookies.ts';
import { codeOf } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { hashId } from '#lib/core/ids.ts';
import { memoize } from '#lib/core/memoize.ts';
import type { RequestHead } from '#lib/core/request-head.ts';
import { dayOf, MINUTE_MS } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { Sessions, Users } from './collections.ts';
import { SESSION_COOKIE } from './cookies.ts';
import type { Session } from './schemas/session.ts';
import type { User } from './schemas/user.ts';
import { endsOf, stepUpUntil } from './session-life.ts';
import { readSessionToken } from './session-token.ts';

/** The maximum lag of `lastSeenAt`: a session writes at most this often. */
const TOUCH_MS = 5 * MINUTE_MS;

/** Returns the owner of a session that a cache can vouch for without a read. Null when the session has to be read. */
export type KnownSession = (userId: string, sessionId: string) => SignedIn | null;

export type SignedIn = { readonly user: CurrentUser; readonly session: CurrentSession };

/**
 * Returns the user and session of a request from the current store. Null for a guest and for any session that is
 * over.
 */
export const currentSession = (
  ctx: Runtime,
  request: Pick<RequestHead, 'headers'>,
  known?: KnownSession,
): Promise<SignedIn | null> => sessionFromCookie(ctx, cookieOf(request.headers, SESSION_COOKIE), known);

/** Returns the same from the bare value of the session cookie, for pages. */
export async function sessionFromCookie(
  ctx: Runtime,
  value: string | null | undefined,
  known: KnownSession = () => null,
): Promise<SignedIn | null> {
  const sid = value ? readSessionToken(ctx.keys.session, value, ctx.now()) : null;
  return sid === null ? null : (known(userIdIn(sid), sessionIdOf(sid)) ?? readSession(ctx, sid));
}

/** `usr_….<random>`: the user's id is part of the secret, so that session and user are read in parallel. */
export const userIdIn = (sid: string): string => sid.split('.', 1)[0] ?? '';
/** Cached, because every call of a browser needs it. Only secrets that we signed get here. */
export const sessionIdOf = memoize((sid) => hashId('session', sid), 10_000);

async function readSession(ctx: Runtime, sid: string): Promise<SignedIn | null> {
  const userId = userIdIn(sid);
  if (!ID_PATTERN.test(userId)) return null;
  const [row, user] = await Promise.all([ctx.data.get(Sessions, sessionIdOf(sid)), ctx.data.get(Users, userId)]);
  const signedIn = signedInOf(row, user, ctx.now());
  if (!row || !user || !signedIn) return null;
  const touched = await touch(ctx, row, user.data);
  return touched === row ? signedIn : { ...signedIn, session: viewOf(touched, user.data, ctx.now()) };
}

/** Returns the user and session of these two rows at a time. Null when the rows do not match or the session is over. */
export function signedInOf(row: Row<Session> | undefined, user: Row<User> | undefined, now: Date): SignedIn | null {
  if (!row || !user || row.data.userId !== user.id || !isLive(row.data, user.data, now)) return null;
  return { user: { ...user.data, id: user.id }, session: viewOf(row, user.data, now) };
}

/** Returns whether a session is valid for its user: same epoch, not deleted, within the limits of the current role. */
export function isLive(session: Session, user: User, now: Date): boolean {
  const { expiresAt, idleExpiresAt } = endsOf(session, user.role);
  const at = now.toISOString();
  return session.epoch === user.sessionEpoch && user.status !== 'deleted' && at < expiresAt && at < idleExpiresAt;
}

export function viewOf({ id, data }: Pick<Row<Session>, 'id' | 'data'>, user: User, now: Date): CurrentSession {
  return {
    id,
    createdAt: data.createdAt,
    ...endsOf(data, user.role),
    stepUpUntil: stepUpUntil(data, now),
  };
}

/**
 * Records that the session was used, and once a UTC day that its user was here. A failed write does not fail the call,
 * because the session may have just ended.
 */
async function touch(
  ctx: Runtime,
  row: Row<Session>,
  user: Pick<User, 'lastSeenAt'>,
): Promise<Pick<Row<Session>, 'id' | 'data'>> {
  const now = ctx.now();
  if (now.getTime() - Date.parse(row.data.lastSeenAt) < TOUCH_MS) return row;
  const lastSeenAt = now.toISOString();
  try {
    await ctx.data.batch((write) => {
      write.update(Sessions, row.id, { lastSeenAt });
      if (dayOf(user.lastSeenAt ?? '') < dayOf(lastSeenAt)) write.update(Users, row.data.userId, { lastSeenAt });
    });
  } catch (error) {
    ctx.log('warn', 'session.untouched', { sessionId: row.id, code: codeOf(error) });
    return row;
  }
  return { id: row.id, data: { ...row.data, lastSeenAt } };
}
