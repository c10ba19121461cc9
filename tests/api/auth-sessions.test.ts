import { describe, expect, it } from 'vitest';
import { GET as session } from '#app/api/auth/session/route.ts';
import { DELETE as endOne } from '#app/api/auth/sessions/[id]/route.ts';
import { DELETE as endOthers, GET as list } from '#app/api/auth/sessions/route.ts';
import { POST as signOut } from '#app/api/auth/sign-out/route.ts';
import { Users } from '#lib/auth/collections.ts';
import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { openWorld, signInByMail } from '#tests/support/signing-in.ts';

const email = 'own@plaza.test';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
const withCookie = (cookie: string, more: object = {}) => ({ headers: { cookie, ...more } });

/** Signs one address in from several browsers, a minute apart; returns their cookies. */
async function browsers(world: TestContext, count: number, who = email): Promise<readonly string[]> {
  const cookies: string[] = [];
  for (let n = 0; n < count; n++) {
    cookies.push(await signInByMail(world, who));
    world.clock.advance(MINUTE_MS);
  }
  return cookies;
}
const isIn = async (cookie: string) => (await call(session, withCookie(cookie))).body.user !== null;
const areIn = (cookies: readonly string[]) => Promise.all(cookies.map(isIn));

describe('GET /api/auth/session', () => {
  it('returns null instead of 401 for a guest and for a broken cookie', async () => {
    await openWorld();

    const guest = await call(session);
    const broken = await call(session, withCookie(`${SESSION_COOKIE}=nonsense`));

    expect([guest.status, guest.text]).toEqual([200, '{"user":null,"session":null}']);
    expect([broken.status, broken.text]).toEqual([200, guest.text]);
  });

  it('returns user and session with the documented fields only', async () => {
    const world = await openWorld();
    const [cookie = ''] = await browsers(world, 1);

    const reply = await call(session, withCookie(cookie));

    expect(Object.keys(reply.body.user ?? {}).sort()).toEqual([
      'avatarUrl',
      'email',
      'handle',
      'id',
      'isVerified',
      'locale',
      'name',
      'role',
      'status',
      'vendorId',
    ]);
    expect(Object.keys(reply.body.session ?? {}).sort()).toEqual([
      'createdAt',
      'expiresAt',
      'id',
      'idleExpiresAt',
      'stepUpUntil',
    ]);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
  });

  it('S7 returns null once the session has idled out', async () => {
    const world = await openWorld();
    const [cookie = ''] = await browsers(world, 1);

    world.clock.advance(7 * DAY_MS);

    expect(await isIn(cookie)).toBe(false);
  });
});

describe('POST /api/auth/sign-out', () => {
  it('S5 ends only this session and clears the cookie', async () => {
    const world = await openWorld();
    const [one = '', two = ''] = await browsers(world, 2);

    const reply = await call(signOut, { body: {}, ...withCookie(one) });

    expect([reply.status, reply.body]).toEqual([200, { signedOut: true }]);
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=;.*Max-Age=0/)]);
    expect(await areIn([one, two])).toEqual([false, true]);
  });

  it('S5 ends all sessions with everywhere, and lets new ones begin', async () => {
    const world = await openWorld();
    const cookies = await browsers(world, 3);

    await call(signOut, { body: { everywhere: true }, ...withCookie(cookies[1] ?? '') });

    expect(await areIn(cookies)).toEqual([false, false, false]);
    expect(await areIn(await browsers(world, 1))).toEqual([true]);
  });

  it('succeeds without a session, without a body and when repeated', async () => {
    const world = await openWorld();
    const [cookie = ''] = await browsers(world, 1);

    const replies = [
      await call(signOut, { body: {} }),
      await call(signOut, { method: 'POST' }),
      await call(signOut, { method: 'POST', ...withCookie(cookie) }),
      await call(signOut, { method: 'POST', ...withCookie(cookie) }),
    ];

    expect(replies.map(({ status, text }) => [status, text])).toEqual(Array(4).fill([200, '{"signedOut":true}']));
  });

  it('refuses another site and an invalid body', async () => {
    const world = await openWorld();
    const [cookie = ''] = await browsers(world, 1);

    const foreign = await call(signOut, { body: {}, ...withCookie(cookie, { 'sec-fetch-site': 'same-site' }) });
    const odd = await call(signOut, { body: { everywhere: 'yes' }, ...withCookie(cookie) });

    expect([foreign.status, odd.status]).toEqual([403, 400]);
    expect(await isIn(cookie)).toBe(true);
  });
});

describe('/api/auth/sessions', () => {
  it('lists only the caller’s browsers and marks the current one', async () => {
    const world = await openWorld();
    const [mine = ''] = await browsers(world, 1);
    await browsers(world, 1, 'other@plaza.test');

    const reply = await call(list, withCookie(mine, { 'user-agent': phone }));

    expect(reply.body.sessions).toEqual([
      {
        id: expect.stringMatching(/^ses_[\w-]{43}$/),
        current: true,
        createdAt: '2026-03-02T10:00:00.000Z',
        lastSeenAt: '2026-03-02T10:00:00.000Z',
        device: 'Firefox, Linux',
        stepUp: false,
      },
    ]);
  });

  it('ends one session at once', async () => {
    const world = await openWorld();
    const [one = '', two = ''] = await browsers(world, 2);
    const { sessions } = (await call(list, withCookie(two))).body;
    const other = sessions.find(({ current }) => !current)?.id ?? '';

    const reply = await call(endOne, { method: 'DELETE', params: { id: other }, ...withCookie(two) });
    const again = await call(endOne, { method: 'DELETE', params: { id: other }, ...withCookie(two) });

    expect([reply.status, reply.body]).toEqual([200, { ended: 1 }]);
    expect(again.status).toBe(404);
    expect(await areIn([one, two])).toEqual([false, true]);
  });

  it('S35 responds for another person’s session with the bytes of a missing one', async () => {
    const world = await openWorld();
    const [mine = ''] = await browsers(world, 1);
    const [theirs = ''] = await browsers(world, 1, 'other@plaza.test');
    const foreign = (await call(session, withCookie(theirs))).body.session?.id ?? '';
    const answerTo = async (id: string) => {
      const reply = await call(endOne, { method: 'DELETE', params: { id }, ...withCookie(mine) });
      return [reply.status, reply.text.replaceAll(id, 'id')];
    };

    expect(await answerTo(foreign)).toEqual(await answerTo(`ses_${'x'.repeat(43)}`));
    expect((await answerTo(foreign))[0]).toBe(404);
    expect((await answerTo('a%2Fb'))[0]).toBe(400);
    expect(await isIn(theirs)).toBe(true);
  });

  it('ends all sessions but the current one and returns their number', async () => {
    const world = await openWorld();
    const cookies = await browsers(world, 4);

    const reply = await call(endOthers, { method: 'DELETE', ...withCookie(cookies[3] ?? '') });
    const again = await call(endOthers, { method: 'DELETE', ...withCookie(cookies[3] ?? '') });

    expect([reply.body, again.body]).toEqual([{ ended: 3 }, { ended: 0 }]);
    expect(await areIn(cookies)).toEqual([false, false, false, true]);
  });

  it('keeps one session when two browsers end all others concurrently', async () => {
    const world = await openWorld();
    const cookies = await browsers(world, 2);

    const replies = await Promise.all(
      cookies.map((cookie) => call(endOthers, { method: 'DELETE', ...withCookie(cookie) })),
    );

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await areIn(cookies)).filter(Boolean)).toHaveLength(1);
  });

  it('requires a session', async () => {
    await openWorld();

    const replies = [
      await call(list),
      await call(endOthers, { method: 'DELETE' }),
      await call(endOne, { method: 'DELETE', params: { id: 'not an id' } }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe('a running session', () => {
  it('S4 follows its user on the next request: restriction keeps the session, deletion ends it', async () => {
    const world = await openWorld();
    const owner = await asUser(world);

    await call(list, { as: owner });
    await world.data.update(Users, owner.user.id, { status: 'restricted' });
    const restricted = await call(list, { as: owner });
    await world.data.update(Users, owner.user.id, { status: 'deleted' });
    const deleted = await call(list, { as: owner });

    expect([restricted.status, deleted.status]).toEqual([200, 401]);
  });

  it('S2 rejects a forged or renamed cookie', async () => {
    const world = await openWorld();
    const [cookie = ''] = await browsers(world, 1);
    const [head = '', payload = ''] = cookie.split('.');

    const replies = await Promise.all(
      [`${head}.${payload}.`, `${head}.${payload}`, cookie.slice(0, -1), cookie.replace(SESSION_COOKIE, 'session')].map(
        (forged) => call(list, withCookie(forged)),
      ),
    );

    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});
