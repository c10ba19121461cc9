import { randomBytes } from 'node:crypto';
import { deviceOf, ipPrefixHash } from '#lib/context/client.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { notFound, unauthorized } from '#lib/core/errors.ts';
import { after, before } from '#lib/core/time.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Reader, Row, Tx, Writer } from '#lib/data/store.ts';
import { Sessions, Users } from './collections.ts';
import { isLive, sessionIdOf } from './current-user.ts';
import { purgeRows } from './purge-rows.ts';
import { sessionsOf, sessionsUnusedSince } from './queries.ts';
import { revokeConnections } from './revoke-connections.ts';
import type { Session, SessionList, SignOut } from './schemas/session.ts';
import type { User } from './schemas/user.ts';
import { longest, stepUpUntil } from './session-life.ts';
import { sessionsEnded } from './topics.ts';

const SECRET_BYTES = 32;
const PURGE_ROWS = 100;

/** Returns the random half of a session's secret. Generate it before the transaction that stores the session. */
export const newSessionSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

type Opening = {
  readonly userId: string;
  readonly epoch: number;
  readonly secret: string;
  readonly now: Date;
  readonly stepUp?: boolean;
};

/** Returns a session that has just begun. */
export const newSession = (given: Pick<Session, 'userId'> & Partial<Session>, now: Date): Session => ({
  epoch: 0,
  createdAt: now.toISOString(),
  lastSeenAt: now.toISOString(),
  expiresAt: after(now, longest.absoluteMs),
  stepUpAt: null,
  device: '',
  ipPrefixHash: null,
  ...given,
});

/** Opens a session in the caller's transaction. Returns what its cookie will name. */
export function openSession(t: Pick<Tx, 'create'>, ctx: Context, { userId, epoch, secret, now, stepUp }: Opening) {
  const sid = `${userId}.${secret}`;
  const client = { device: deviceOf(ctx.client), ipPrefixHash: ipPrefixHash(ctx.keys.session, ctx.client) };
  const stepUpAt = stepUp ? now.toISOString() : null;
  const data = newSession({ userId, epoch, stepUpAt, ...client }, now);
  t.create(Sessions, sessionIdOf(sid), data);
  return { sid, id: sessionIdOf(sid), data };
}

/** Lists the user's own valid sessions, newest first. */
export async function listSessions(ctx: UserContext): Promise<SessionList> {
  const now = ctx.now();
  const { rows } = await ctx.data.find(sessionsOf(ctx.user.id));
  return {
    sessions: liveAmong(rows, ctx.user, now).map(({ id, data }) => ({
      id,
      current: id === ctx.session?.id,
      createdAt: data.createdAt,
      lastSeenAt: data.lastSeenAt,
      device: data.device,
      stepUp: stepUpUntil(data, now) !== null,
    })),
  };
}

export const liveAmong = (rows: readonly Row<Session>[], user: User, now: Date): readonly Row<Session>[] =>
  rows.filter(({ data }) => isLive(data, user, now));

/**
 * Reads the sessions that a query found again by id. A session opened since is not counted, but a raised epoch still
 * ends it.
 */
export async function readLive(
  t: Pick<Reader, 'getMany'>,
  found: readonly Row<Session>[],
  user: User,
  now: Date,
): Promise<readonly Row<Session>[]> {
  const rows = await t.getMany(
    Sessions,
    found.map(({ id }) => id),
  );
  return liveAmong(
    rows.filter((row) => row !== undefined),
    user,
    now,
  );
}

/** Ends one of the user's own sessions. Throws NotFound for another user's session. */
export async function endSession(ctx: UserContext, id: string): Promise<{ ended: number }> {
  const now = ctx.now();
  await ctx.data.tx(async (t) => {
    const row = await t.get(Sessions, id);
    if (row?.data.userId !== ctx.user.id) throw notFound('Session', id);
    t.delete(Sessions, id);
    noteEnded(t, now, { userId: ctx.user.id, sessionId: id });
  });
  await revokeConnections(ctx, { userId: ctx.user.id, sessionId: id });
  ctx.log('info', 'session.ended', { userId: ctx.user.id, sessionId: id });
  return { ended: 1 };
}

/** Ends every session of the user but the calling one. Returns how many of them were valid. */
export const endOtherSessions = (ctx: UserContext): Promise<{ ended: number }> => endSessions(ctx, ctx.session?.id);

/** Ends the caller's session, or all of their sessions. Does nothing without a session. */
export async function signOut(ctx: Context, { everywhere = false }: SignOut): Promise<void> {
  const { user, session } = ctx;
  if (!user || !session) return;
  if (everywhere) await endSessions({ ...ctx, user, session }, undefined);
  else {
    await ctx.data.batch((write) => {
      write.delete(Sessions, session.id);
      noteEnded(write, ctx.now(), { userId: user.id, sessionId: session.id });
    });
    await revokeConnections(ctx, { userId: user.id, sessionId: session.id });
  }
  ctx.log('info', 'session.closed', { userId: user.id, sessionId: session.id, everywhere });
}

/** The raised epoch ends every session of the user, also one that is being opened now. `keep` gets the new epoch. */
async function endSessions(ctx: UserContext, keep: string | undefined): Promise<{ ended: number }> {
  const now = ctx.now();
  const { rows } = await ctx.data.find(sessionsOf(ctx.user.id));
  const { ended, epoch } = await ctx.data.tx(async (t) => {
    const { id, data: user } = await t.need(Users, ctx.user.id);
    const live = await readLive(t, rows, user, now);
    // When two browsers end each other at once, the second has no session any more.
    if (keep !== undefined && !live.some((row) => row.id === keep)) throw unauthorized();
    const sessionEpoch = user.sessionEpoch + 1;
    t.update(Users, id, { sessionEpoch, updatedAt: now.toISOString() });
    if (keep !== undefined) t.update(Sessions, keep, { epoch: sessionEpoch });
    noteEnded(t, now, { userId: id, keptId: keep });
    return { ended: live.filter((row) => row.id !== keep).length, epoch: sessionEpoch };
  });
  await revokeConnections(ctx, { userId: ctx.user.id, exceptSessionId: keep, epoch });
  ctx.log('info', 'session.ended', { userId: ctx.user.id, sessions: ended });
  return { ended };
}

type Ended = { readonly userId: string; readonly sessionId?: string; readonly keptId?: string | undefined };

/** Enqueues the end of everything that depends on these sessions, in the commit that ends them. */
export const noteEnded = (write: Writer, now: Date, { userId, sessionId, keptId }: Ended): void =>
  enqueue(
    write,
    sessionsEnded,
    { userId, sessionId: sessionId ?? null, keptId: keptId ?? null, at: now.toISOString() },
    { now },
  );

/**
 * Deletes a slice of the sessions that idled beyond every limit. Returns how many. Safe to run at any time and twice.
 */
export const purgeSessions = (ctx: Context): Promise<number> =>
  purgeRows(ctx, sessionsUnusedSince(before(ctx.now(), longest.idleMs), PURGE_ROWS));
