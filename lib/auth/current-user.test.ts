import { describe, expect, it } from 'vitest';
import type { Role } from '#lib/context/values.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { Sessions, Users } from './collections.ts';
import { SESSION_COOKIE } from './cookies.ts';
import { currentSession, sessionFromCookie, sessionIdOf } from './current-user.ts';
import { signSession } from './session-token.ts';
import { newSessionSecret, openSession } from './sessions.ts';

async function signedIn(ctx: TestContext, role: Role = 'visitor', { stepUp = false } = {}) {
  const { user } = await asUser(ctx, { role });
  const opening = { userId: user.id, epoch: user.sessionEpoch, secret: newSessionSecret(), now: ctx.now(), stepUp };
  const { sid, id } = await ctx.data.tx(async (t) => openSession(t, ctx, opening));
  return { user, sid, sessionId: id, cookie: await signSession(ctx.keys.session, sid, ctx.now()) };
}

describe('currentSession', () => {
  it('returns the user and the session of a request’s session cookie', async () => {
    const ctx = await testContext();
    const { user, sessionId, cookie } = await signedIn(ctx, 'member');
    const request = new Request('http://localhost/', { headers: { cookie: `a=b; ${SESSION_COOKIE}=${cookie}` } });

    const found = await currentSession(ctx, request);

    expect(found?.user).toEqual(user);
    expect(found?.session).toEqual({
      id: sessionId,
      createdAt: ctx.now().toISOString(),
      expiresAt: new Date(ctx.now().getTime() + 30 * DAY_MS).toISOString(),
      idleExpiresAt: new Date(ctx.now().getTime() + 7 * DAY_MS).toISOString(),
      stepUpUntil: null,
    });
  });

  it('stores no session secret in the session row', async () => {
    const ctx = await testContext();
    const { sid, sessionId } = await signedIn(ctx);

    const row = await ctx.data.need(Sessions, sessionId);

    expect(sessionId).toBe(sessionIdOf(sid));
    expect(JSON.stringify(row)).not.toContain(sid.split('.')[1]);
  });

  it.each([null, undefined, '', 'nonsense'])('returns null for the cookie %j', async (value) => {
    const ctx = await testContext();

    expect(await sessionFromCookie(ctx, value)).toBeNull();
  });

  it('returns null for a session secret signed under another user’s id', async () => {
    const ctx = await testContext();
    const { sid } = await signedIn(ctx);
    const { user: rival } = await signedIn(ctx);
    const [, secret] = sid.split('.');

    const forged = await signSession(ctx.keys.session, `${rival.id}.${secret}`, ctx.now());
    const pathological = await signSession(ctx.keys.session, `../x.${secret}`, ctx.now());

    expect(await sessionFromCookie(ctx, forged)).toBeNull();
    expect(await sessionFromCookie(ctx, pathological)).toBeNull();
  });

  it('S4 reads role and status from the store at each request', async () => {
    const ctx = await testContext();
    const { user, cookie } = await signedIn(ctx, 'admin');

    await ctx.data.update(Users, user.id, { role: 'visitor' });
    const demoted = await sessionFromCookie(ctx, cookie);
    await ctx.data.update(Users, user.id, { status: 'restricted' });
    const restricted = await sessionFromCookie(ctx, cookie);
    await ctx.data.update(Users, user.id, { status: 'deleted' });
    const deleted = await sessionFromCookie(ctx, cookie);

    expect(demoted?.user.role).toBe('visitor');
    expect(restricted?.user.status).toBe('restricted');
    expect(deleted).toBeNull();
  });

  it('S5 returns null when the session row is deleted or the user’s session epoch changes', async () => {
    const ctx = await testContext();
    const first = await signedIn(ctx);
    const second = await signedIn(ctx);

    await ctx.data.delete(Sessions, first.sessionId);
    await ctx.data.update(Users, second.user.id, { sessionEpoch: 1 });

    expect(await sessionFromCookie(ctx, first.cookie)).toBeNull();
    expect(await sessionFromCookie(ctx, second.cookie)).toBeNull();
  });

  const limits: readonly (readonly [Role, number, number])[] = [
    ['visitor', 30 * DAY_MS, 7 * DAY_MS],
    ['confidential', 30 * DAY_MS, 7 * DAY_MS],
    ['admin', 12 * HOUR_MS, 2 * HOUR_MS],
    ['superadmin', 12 * HOUR_MS, 2 * HOUR_MS],
  ];
  it.each(limits)(
    'S7 expires the session of a %s after %i ms, or after %i ms without use',
    async (role, absoluteMs, idleMs) => {
      const ctx = await testContext();
      const used = await signedIn(ctx, role);
      const idle = await signedIn(ctx, role);
      const seen = async () => (await sessionFromCookie(ctx, used.cookie)) !== null;

      const stepMs = idleMs - MINUTE_MS;
      let age = 0;
      for (; age + stepMs < absoluteMs; age += stepMs) {
        ctx.clock.advance(stepMs);
        expect(await seen()).toBe(true);
      }
      const isIdleOver = (await sessionFromCookie(ctx, idle.cookie)) === null;
      ctx.clock.advance(absoluteMs - age - 1);
      const lastMoment = await seen();
      ctx.clock.advance(1);
      const afterIt = await seen();

      expect([isIdleOver, lastMoment, afterIt]).toEqual([true, true, false]);
    },
  );

  it('S7 expires an idle session exactly at the limit, not a millisecond earlier', async () => {
    const ctx = await testContext();
    const [early, late] = [await signedIn(ctx, 'admin'), await signedIn(ctx, 'admin')];

    ctx.clock.advance(2 * HOUR_MS - 1);
    const before = await sessionFromCookie(ctx, early.cookie);
    ctx.clock.advance(1);
    const atLimit = await sessionFromCookie(ctx, late.cookie);

    expect(before).not.toBeNull();
    expect(atLimit).toBeNull();
  });

  it('S7 applies the limits of the current role, not of the role at sign-in', async () => {
    const ctx = await testContext();
    const { user, cookie } = await signedIn(ctx, 'visitor');
    ctx.clock.advance(13 * HOUR_MS);

    await ctx.data.update(Users, user.id, { role: 'admin' });

    expect(await sessionFromCookie(ctx, cookie)).toBeNull();
  });

  it('S18 updates a session’s lastSeenAt at most every five minutes', async () => {
    const ctx = await testContext();
    const { sessionId, cookie } = await signedIn(ctx);
    const start = await ctx.data.need(Sessions, sessionId);

    ctx.clock.advance(5 * MINUTE_MS - 1);
    await sessionFromCookie(ctx, cookie);
    const soon = await ctx.data.need(Sessions, sessionId);
    ctx.clock.advance(1);
    await sessionFromCookie(ctx, cookie);
    const later = await ctx.data.need(Sessions, sessionId);

    expect(soon.version).toBe(start.version);
    expect(later.data.lastSeenAt).toBe(ctx.now().toISOString());
  });

  it('S18 sets lastSeenAt of the user at most once a UTC day', async () => {
    const ctx = await testContext();
    const { user, cookie } = await signedIn(ctx);
    const seen = async () => {
      await sessionFromCookie(ctx, cookie);
      return (await ctx.data.need(Users, user.id)).data.lastSeenAt;
    };

    ctx.clock.advance(HOUR_MS);
    const first = ctx.now().toISOString();
    expect(await seen()).toBe(first);
    ctx.clock.advance(HOUR_MS);
    expect(await seen()).toBe(first);
    ctx.clock.advance(DAY_MS);
    expect(await seen()).toBe(ctx.now().toISOString());
  });

  it('returns the session and logs the failure when lastSeenAt cannot be written', async () => {
    const ctx = await testContext();
    const { cookie } = await signedIn(ctx);
    ctx.clock.advance(10 * MINUTE_MS);
    const data = { ...ctx.data, batch: () => Promise.reject(new Error('disk full')) };

    const found = await sessionFromCookie({ ...ctx, data }, cookie);

    expect(found).not.toBeNull();
    expect(ctx.lines.map(({ event }) => event)).toEqual(['session.untouched']);
  });

  it('returns stepUpUntil for fifteen minutes after a step-up, then null', async () => {
    const ctx = await testContext();
    const { cookie } = await signedIn(ctx, 'admin', { stepUp: true });
    const until = new Date(ctx.now().getTime() + 15 * MINUTE_MS).toISOString();

    const fresh = await sessionFromCookie(ctx, cookie);
    ctx.clock.advance(15 * MINUTE_MS);
    const stale = await sessionFromCookie(ctx, cookie);

    expect(fresh?.session.stepUpUntil).toBe(until);
    expect(stale?.session.stepUpUntil).toBeNull();
  });
});
