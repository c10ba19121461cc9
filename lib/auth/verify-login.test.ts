import { describe, expect, it } from 'vitest';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { type ReadMail, readMail } from '#tests/support/mail.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { EmailLoginTokens, PlatformMeta, Sessions, UserEmails, Users } from './collections.ts';
import { sessionFromCookie } from './current-user.ts';
import { emailClaimId } from './email-key.ts';
import { browserNameOf, tokenIdOf } from './login-secrets.ts';
import { verifyLoginInput } from './schemas/login.ts';
import { startLogin } from './start-login.ts';
import { readSuperadmins } from './superadmins.ts';
import type { LoginPurpose } from './values.ts';
import { verifyLogin } from './verify-login.ts';

const browser = browserNameOf(null);
const email = 'new@plaza.test';

async function mailed(ctx: TestContext, purpose: LoginPurpose = 'sign-in', next?: string): Promise<ReadMail> {
  ctx.clock.advance(MINUTE_MS);
  await startLogin(ctx, { email, purpose, ...(next !== undefined && { next }) }, browser);
  return readMail(ctx);
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error) => `${error.status} ${error.code}`,
  );

describe('verifyLogin', () => {
  it('creates an account for a new address and opens a session', async () => {
    const ctx = await testContext();
    const { code } = await mailed(ctx, 'sign-in', '/cart');

    const { cookie, ...answer } = await verifyLogin(ctx, { email, code }, null);

    const found = await sessionFromCookie(ctx, cookie);
    expect(answer).toMatchObject({
      created: true,
      next: '/cart',
      user: { email, role: 'visitor', status: 'active', locale: 'en' },
    });
    expect(answer.session).toEqual({ id: found?.session.id, expiresAt: found?.session.expiresAt, stepUpUntil: null });
    expect(found?.user.lastSeenAt).toBe(ctx.now().toISOString());
  });

  it('stores the browser’s time zone for a new account only', async () => {
    const ctx = await testContext();
    const enter = async (timezone: string) => {
      const body = verifyLoginInput.parse({ email, code: (await mailed(ctx)).code, timezone });
      const { user } = await verifyLogin(ctx, body, null);
      return (await ctx.data.need(Users, user.id)).data.timezone;
    };

    expect(await enter('America/Bogota')).toBe('America/Bogota');
    expect(await enter('Asia/Tokyo')).toBe('America/Bogota');
  });

  it('ignores an unknown time zone in the input', () => {
    const body = { email, code: '123456' };
    expect(verifyLoginInput.parse({ ...body, timezone: 'Mars/Olympus' })).toEqual(body);
  });

  it('adds user.created and the index update to the outbox for a new account only', async () => {
    const ctx = await testContext();
    const promised = async () => {
      const waiting = from(Outbox).where('status', '==', 'waiting').orderBy('availableAt').limit(10);
      const { rows } = await ctx.data.find(waiting);
      const sorted = rows.map((row) => row.data).sort((a, b) => a.topic.localeCompare(b.topic));
      return sorted.map(({ topic, payload }) => [topic, payload]);
    };

    const { user } = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);
    const atFirst = await promised();
    const again = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);
    const later = await promised();

    expect(atFirst).toEqual(['user.created', 'users.index'].map((topic) => [topic, { userId: user.id }]));
    expect(again).toMatchObject({ created: false, user: { id: user.id } });
    expect(later).toEqual([]);
  });

  it('accepts the link in the browser that requested it', async () => {
    const ctx = await testContext();
    const { token } = await mailed(ctx);

    const { user } = await verifyLogin(ctx, { token }, browser);

    expect(user.email).toBe(email);
  });

  it.each([null, browserNameOf(null)])(
    'S11 refuses the link in another browser (%j) and still accepts the code there',
    async (otherBrowser) => {
      const ctx = await testContext();
      const { token, code } = await mailed(ctx);

      const elsewhere = await refusal(verifyLogin(ctx, { token }, otherBrowser));
      const typed = await refusal(verifyLogin(ctx, { email, code }, otherBrowser));

      expect([elsewhere, typed]).toEqual(['409 OtherBrowser', 'in']);
    },
  );

  it('S10 accepts one of twenty parallel posts of the same token', async () => {
    const ctx = await testContext();
    const { token } = await mailed(ctx);

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(verifyLogin(ctx, { token }, browser))));

    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '401 SignInRefused')).toHaveLength(19);
    expect(await ctx.data.count(from(Sessions).orderBy('lastSeenAt'))).toBe(1);
    expect(await ctx.data.count(from(Users).orderBy('createdAt', 'desc'))).toBe(1);
  });

  it('S10 creates one account when the link and the code of a mail are used at once', async () => {
    const ctx = await testContext();
    const { token, code } = await mailed(ctx);

    const outcomes = await Promise.all([
      refusal(verifyLogin(ctx, { token }, browser)),
      refusal(verifyLogin(ctx, { email, code }, null)),
    ]);

    expect(outcomes.sort()).toEqual(['401 SignInRefused', 'in']);
    expect(await ctx.data.count(from(Users).orderBy('createdAt', 'desc'))).toBe(1);
  });

  it('S10 throws the same error for a used, expired, superseded or made-up proof', async () => {
    const ctx = await testContext();
    const used = await mailed(ctx);
    await verifyLogin(ctx, { token: used.token }, browser);
    const superseded = await mailed(ctx);
    const expired = await mailed(ctx);
    ctx.clock.advance(10 * MINUTE_MS);
    const attempts = [used, superseded, expired].flatMap(({ token, code }) => [{ token }, { email, code }]);
    const made = [
      { token: browserNameOf(null) },
      { email, code: '123456' },
      { email: 'nobody@plaza.test', code: '123456' },
    ];
    const odd = [{ email: 'not an address', code: '123456' }];

    const errors = await Promise.all(
      [...attempts, ...made, ...odd].map((input) =>
        verifyLogin(ctx, input, browser).then(
          () => null,
          (error) => error,
        ),
      ),
    );

    const seen = new Set(
      errors.map((error) => JSON.stringify([error.status, error.code, error.message, error.details])),
    );
    expect(seen.size).toBe(1);
    expect(errors[0]).toMatchObject({ status: 401, code: 'SignInRefused' });
  });

  it('S10 accepts a code until the last millisecond before it expires', async () => {
    const ctx = await testContext();
    const { code } = await mailed(ctx);

    ctx.clock.advance(10 * MINUTE_MS - 1);

    expect(await refusal(verifyLogin(ctx, { email, code }, null))).toBe('in');
  });

  it('S10 rejects the right code and the link after five wrong codes', async () => {
    const ctx = await testContext();
    const { code, token } = await mailed(ctx);

    for (let n = 0; n < 5; n++) await refusal(verifyLogin(ctx, { email, code: wrong(code) }, null));

    expect(await refusal(verifyLogin(ctx, { email, code }, null))).toBe('401 SignInRefused');
    expect(await refusal(verifyLogin(ctx, { token }, browser))).toBe('401 SignInRefused');
  });

  it('S10 accepts the right code after four wrong codes', async () => {
    const ctx = await testContext();
    const { code } = await mailed(ctx);

    for (let n = 0; n < 4; n++) await refusal(verifyLogin(ctx, { email, code: wrong(code) }, null));

    expect(await refusal(verifyLogin(ctx, { email, code }, null))).toBe('in');
  });

  it('S10 counts concurrent wrong codes one by one, up to five', async () => {
    const ctx = await testContext();
    const { code, token } = await mailed(ctx);

    await Promise.all(Array.from({ length: 12 }, () => refusal(verifyLogin(ctx, { email, code: wrong(code) }, null))));

    expect((await ctx.data.need(EmailLoginTokens, tokenIdOf(token))).data.attempts).toBe(5);
  });

  it('S6 ends the request’s session and opens a new session', async () => {
    const ctx = await testContext();
    const first = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);
    const signedIn = await sessionFromCookie(ctx, first.cookie);

    const second = await verifyLogin({ ...ctx, ...signedIn }, { email, code: (await mailed(ctx)).code }, null);

    expect(second.session.id).not.toBe(first.session.id);
    expect(await sessionFromCookie(ctx, first.cookie)).toBeNull();
    expect(await sessionFromCookie(ctx, second.cookie)).not.toBeNull();
  });

  it('S6 replaces the session at a step-up and sets stepUpUntil of the new session', async () => {
    const ctx = await testContext();
    const first = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);
    const mine = { ...ctx, ...(await sessionFromCookie(ctx, first.cookie)) };

    const { code } = await mailed(mine, 'step-up');
    const second = await verifyLogin(mine, { email, code }, null);

    expect(second.session.stepUpUntil).toBe(new Date(ctx.now().getTime() + 15 * MINUTE_MS).toISOString());
    expect(await sessionFromCookie(ctx, first.cookie)).toBeNull();
  });

  it('accepts a step-up code only from the user who requested it', async () => {
    const ctx = await testContext();
    const owner = await asUser(ctx, { email, emailKey: email });
    const rival = await asUser(ctx);

    const { code } = await mailed(owner, 'step-up');

    expect(await refusal(verifyLogin(ctx, { email, code }, null))).toBe('401 SignInRefused');
    expect(await refusal(verifyLogin(rival, { email, code }, null))).toBe('401 SignInRefused');
    expect(await refusal(verifyLogin(owner, { email, code }, null))).toBe('in');
  });

  it('makes a SUPERADMIN_EMAILS address superadmin at its first sign-in only, audited and notified', async () => {
    const ctx = await testContext({ vars: { SUPERADMIN_EMAILS: 'other@plaza.test, NEW@Plaza.Test' } });

    const first = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);
    await ctx.data.update(Users, first.user.id, { role: 'member' });
    const second = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);

    const record = (await ctx.data.find(auditRowsOf(first.user.id, 10))).rows;
    expect([first.user.role, second.user.role]).toEqual(['superadmin', 'member']);
    expect(record.map(({ data }) => [data.action, data.after])).toEqual([
      ['user.role-changed', { role: 'superadmin' }],
    ]);
    await ctx.drain();
    const { rows: notifications } = await ctx.data.find(newestFirst({ userId: first.user.id }, 10));
    expect(notifications.map(({ data }) => data.template)).toEqual(['operator.superadmin_appointed']);
  });

  it.each([
    { when: 'with the first sign-in on record', isOld: false },
    { when: 'without a record of the first sign-in', isOld: true },
  ])('signs a deleted superadmin in again as a visitor, $when', async ({ isOld }) => {
    const ctx = await testContext({ vars: { SUPERADMIN_EMAILS: email } });
    const root = await asSuperadmin(ctx);
    const first = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);
    if (isOld) await ctx.data.delete(PlatformMeta, `entered-${emailClaimId(email)}`);

    await deleteUser(root, first.user.id);
    const again = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);

    expect([first.user.role, again.user.role]).toEqual(['superadmin', 'visitor']);
    expect(await readSuperadmins(ctx.data)).toEqual([root.user.id]);
  });

  it('makes a SUPERADMIN_EMAILS address superadmin when its account was deleted before any sign-in', async () => {
    const ctx = await testContext({ vars: { SUPERADMIN_EMAILS: email } });
    const [admin, unseen] = [await asUser(ctx, { role: 'admin' }), await asUser(ctx, { email, emailKey: email })];

    await deleteUser(admin, unseen.user.id);
    const { user } = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);

    expect(user.role).toBe('superadmin');
  });

  it('claims the address for the new account', async () => {
    const ctx = await testContext();

    const { user } = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);

    expect((await ctx.data.need(UserEmails, emailClaimId(email))).data.userId).toBe(user.id);
  });

  it('signs in a restricted user', async () => {
    const ctx = await testContext();
    await asUser(ctx, { email, emailKey: email, status: 'restricted' });

    const { user } = await verifyLogin(ctx, { email, code: (await mailed(ctx)).code }, null);

    expect(user.status).toBe('restricted');
  });
});
