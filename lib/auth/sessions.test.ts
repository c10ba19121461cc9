import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { from } from '#lib/data/query.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { Sessions } from './collections.ts';
import { sessionFromCookie } from './current-user.ts';
import { signSession } from './session-token.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  newSessionSecret,
  openSession,
  purgeSessions,
  signOut,
} from './sessions.ts';

/** Signs a user in `count` more times. Returns the cookies and the context of the newest session. */
async function signedIn(ctx: TestContext, count: number) {
  const owner = await asUser(ctx);
  const cookies: string[] = [];
  for (let n = 0; n < count; n++) {
    const opening = { userId: owner.user.id, epoch: 0, secret: newSessionSecret(), now: ctx.now() };
    const { sid } = await ctx.data.tx(async (t) => openSession(t, ctx, opening));
    cookies.push(await signSession(ctx.keys.session, sid, ctx.now()));
    ctx.clock.advance(MINUTE_MS);
  }
  const found = await sessionFromCookie(ctx, cookies.at(-1));
  if (!found) throw new Error('not signed in');
  return { cookies, owner: { ...owner, ...found } };
}
const live = async (ctx: TestContext, cookies: readonly string[]) =>
  Promise.all(cookies.map(async (cookie) => (await sessionFromCookie(ctx, cookie)) !== null));

describe('the sessions of a user', () => {
  it('are listed newest first with the current session marked, without secrets and ended sessions', async () => {
    const ctx = await testContext();
    const { owner, cookies } = await signedIn(ctx, 3);
    const first = await sessionFromCookie(ctx, cookies[0]);
    await ctx.data.update(Sessions, first?.session.id ?? '', { epoch: 7 });

    const { sessions } = await listSessions(owner);

    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    expect(sessions[0]).toEqual({
      id: owner.session.id,
      current: true,
      createdAt: owner.session.createdAt,
      lastSeenAt: owner.session.createdAt,
      device: '',
      stepUp: false,
    });
  });

  it('can be ended one at a time', async () => {
    const ctx = await testContext();
    const { owner, cookies } = await signedIn(ctx, 2);
    const other = await sessionFromCookie(ctx, cookies[0]);

    const answer = await endSession(owner, other?.session.id ?? '');

    expect(answer).toEqual({ ended: 1 });
    expect(await live(ctx, cookies)).toEqual([false, true]);
  });

  it('S35 cannot be ended by another user: endSession throws the same 404 as for a missing session', async () => {
    const ctx = await testContext();
    const { owner } = await signedIn(ctx, 1);
    const { owner: rival, cookies } = await signedIn(ctx, 1);
    const refusal = (id: string) =>
      endSession(owner, id).catch((error) => [error.status, error.message.replace(id, '…')]);

    const foreign = await refusal(rival.session.id);
    const missing = await refusal('ses_missing');

    expect(foreign).toEqual(missing);
    expect(foreign).toEqual([404, 'Session … does not exist']);
    expect(await live(ctx, cookies)).toEqual([true]);
  });

  it('can all be ended except the current session', async () => {
    const ctx = await testContext();
    const { owner, cookies } = await signedIn(ctx, 4);

    const first = await endOtherSessions(owner);
    const again = await endOtherSessions(owner);

    expect([first, again]).toEqual([{ ended: 3 }, { ended: 0 }]);
    expect(await live(ctx, cookies)).toEqual([false, false, false, true]);
  });

  it('are not ended by a browser whose own session was ended meanwhile', async () => {
    const ctx = await testContext();
    const { owner, cookies } = await signedIn(ctx, 2);
    const rival = { ...owner, ...(await sessionFromCookie(ctx, cookies[0])) };
    const slow: typeof ctx.data.find = async (query) => {
      const page = await ctx.data.find(query);
      await endOtherSessions(rival);
      return page;
    };

    const second = endOtherSessions({ ...owner, data: { ...ctx.data, find: slow } });

    await expect(second).rejects.toMatchObject({ status: 401 });
    expect(await live(ctx, cookies)).toEqual([true, false]);
  });

  it('S5 end one at a time with signOut, and all at once with everywhere', async () => {
    const ctx = await testContext();
    const { owner, cookies } = await signedIn(ctx, 3);
    const earlier = { ...owner, ...(await sessionFromCookie(ctx, cookies[0])) };

    await signOut(earlier, {});
    const afterOne = await live(ctx, cookies);
    await signOut(owner, { everywhere: true });

    expect(afterOne).toEqual([false, true, true]);
    expect(await live(ctx, cookies)).toEqual([false, false, false]);
  });

  it('S5 end with sign-out everywhere even when opened with the epoch from before the sign-out', async () => {
    const ctx = await testContext();
    const { owner } = await signedIn(ctx, 1);
    const opening = {
      userId: owner.user.id,
      epoch: owner.user.sessionEpoch,
      secret: newSessionSecret(),
      now: ctx.now(),
    };

    await signOut(owner, { everywhere: true });
    const { sid } = await ctx.data.tx(async (t) => openSession(t, ctx, opening));

    expect(await live(ctx, [await signSession(ctx.keys.session, sid, ctx.now())])).toEqual([false]);
  });

  it('signOut resolves when no user is signed in', async () => {
    await expect(signOut(await testContext(), { everywhere: true })).resolves.toBeUndefined();
  });
});

describe('purgeSessions', () => {
  it('deletes only sessions idle for seven days; a second run deletes none', async () => {
    const ctx = await testContext();
    await signedIn(ctx, 2);
    ctx.clock.advance(7 * DAY_MS);
    await signedIn(ctx, 1);

    const counts = [await purgeSessions(ctx), await purgeSessions(ctx)];

    expect(counts).toEqual([2, 0]);
    expect(await ctx.data.count(from(Sessions).orderBy('lastSeenAt'))).toBe(1);
  });
});
