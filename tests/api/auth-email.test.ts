import { describe, expect, it } from 'vitest';
import { POST as start } from '#app/api/auth/email/start/route.ts';
import { POST as verify } from '#app/api/auth/email/verify/route.ts';
import { GET as session } from '#app/api/auth/session/route.ts';
import { LOGIN_COOKIE, SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { DEMO_CREDIT_MINOR } from '#lib/payments/credit/demo-credit.ts';
import { call, cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { readMail } from '#tests/support/mail.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { cookiesOf, openWorld } from '#tests/support/signing-in.ts';

const email = 'new@plaza.test';

/** Requests a mail and returns it with the login cookie of the browser that asked. */
async function mailTo(world: TestContext, body: object = { email }) {
  world.clock.advance(MINUTE_MS);
  const asked = await call(start, { body });
  const mail = await readMail(world);
  return { asked, ...mail, cookie: `${LOGIN_COOKIE}=${cookiesOf(asked.headers)[LOGIN_COOKIE]}` };
}
/** Returns what a caller sees of a response, without the parts that differ between any two. */
const seen = ({ status, text }: { status: number; text: string }) => [status, text.replace(/req_\w+/, 'req')];

describe('POST /api/auth/email/start', () => {
  it('responds with 202, mails a code and sets the login cookie', async () => {
    const world = await openWorld();

    const { asked, code, to } = await mailTo(world);

    expect([asked.status, asked.body]).toEqual([202, { sent: true, expiresInSeconds: 600, resendAfterSeconds: 60 }]);
    expect([to, code]).toEqual([email, expect.stringMatching(/^\d{6}$/)]);
    expect(asked.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-login=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=3600$/),
    ]);
  });

  it('keeps a valid login cookie, so that the link of an earlier tab still works', async () => {
    await openWorld();
    const name = 'b'.repeat(43);

    const kept = await call(start, { body: { email }, headers: { cookie: `${LOGIN_COOKIE}=${name}` } });
    const odd = await call(start, { body: { email: 'b@plaza.test' }, headers: { cookie: `${LOGIN_COOKIE}=<script>` } });

    expect(cookiesOf(kept.headers)[LOGIN_COOKIE]).toBe(name);
    expect(cookiesOf(odd.headers)[LOGIN_COOKIE]).toMatch(/^[\w-]{43}$/);
  });

  it('S9 responds with identical bytes for a known and an unknown address', async () => {
    const world = await openWorld();
    await asUser(world, { email: 'known@plaza.test', emailKey: 'known@plaza.test' });
    const both = (body: (email: string) => object) =>
      Promise.all(
        ['known@plaza.test', 'nobody@plaza.test'].map(async (one) => seen(await call(start, { body: body(one) }))),
      );

    const [known, unknown] = await both((one) => ({ email: one }));
    const [knownAgain, unknownAgain] = await both((one) => ({ email: one }));

    expect(unknown).toEqual(known);
    expect(unknownAgain).toEqual(knownAgain);
    expect([known?.[0], knownAgain?.[0]]).toEqual([202, 429]);
  });

  it('S12 never takes the host of the link from the request', async () => {
    const world = await openWorld();
    const forged = {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test',
    };

    await call(start, { body: { email }, headers: forged });

    const { text } = await readMail(world);
    expect(text).toContain('http://127.0.0.1:3000/sign-in/link?token=');
    expect(text).not.toContain('evil');
  });

  it('names the invalid field and rejects unknown fields', async () => {
    await openWorld();
    const wrong = async (body: unknown) => {
      const reply = await call(start, { body });
      return [reply.status, Object.keys(reply.body.details ?? {})];
    };

    expect(await wrong({})).toEqual([400, ['email']]);
    expect(await wrong({ email: 'nobody' })).toEqual([400, ['email']]);
    for (const odd of ['b.co/evil', 'b.co?x', 'b.co#x', 'b%2eco', 'b\t.co', 'b\n.co', 'b.co\\x'])
      expect(await wrong({ email: `a@${odd}` })).toEqual([400, ['email']]);
    expect(await wrong({ email: 7 })).toEqual([400, ['email']]);
    expect(await wrong({ email, purpose: 'reset' })).toEqual([400, ['purpose']]);
    expect(await wrong({ email, locale: 'de' })).toEqual([400, ['locale']]);
    expect(await wrong({ email, userId: 'usr_a' })).toEqual([400, ['body']]);
  });

  it('responds with 429 and the wait for too many calls of one address or one network', async () => {
    await openWorld();

    await call(start, { body: { email } });
    const again = await call(start, { body: { email: 'NEW@plaza.test' } });
    for (let n = 0; n < 18; n++) await call(start, { body: { email: `person${n}@plaza.test` } });
    const network = await call(start, { body: { email: 'last@plaza.test' } });

    expect([again.status, again.body.retryAfter, again.headers.get('retry-after')]).toEqual([429, 60, '60']);
    expect([network.status, network.headers.get('retry-after')]).toEqual([429, String(network.body.retryAfter)]);
    expect(network.body.retryAfter).toBeGreaterThanOrEqual(3600);
  });

  // A production world refuses the emulator, so this test runs only on the default store.
  it.skipIf(process.env.TEST_DRIVER === 'firestore')(
    'S13 responds with 503 for every address when only a CRM channel can send mail',
    async () => {
      const vars = {
        NODE_ENV: 'production',
        APP_ORIGIN: 'https://shop.example',
        CRM_CHANNELS: 'support',
        CRM_CHANNEL_SUPPORT_SMTP_HOST: '127.0.0.1',
        CRM_CHANNEL_SUPPORT_ADDRESS: 'support@shop.example',
      };
      await openWorld({ vars });

      const reply = await call(start, { body: { email } });

      expect([reply.status, reply.body.error, reply.body.details]).toEqual([
        503,
        'ServiceUnavailable',
        { code: 'MailNotConfigured' },
      ]);
    },
  );

  it('requires a session for step-up and mails the code to that person alone', async () => {
    const world = await openWorld();
    const owner = await asUser(world, { email: 'own@plaza.test', emailKey: 'own@plaza.test' });

    const stranger = await call(start, { body: { email, purpose: 'step-up' } });
    const own = await call(start, { as: owner, body: { email: 'other@plaza.test', purpose: 'step-up' } });

    expect([stranger.status, own.status]).toEqual([401, 202]);
    expect((await readMail(world)).to).toBe('own@plaza.test');
  });
});

describe('POST /api/auth/email/verify', () => {
  it('signs in by code, sets the session cookie and clears the login cookie', async () => {
    const world = await openWorld();
    const { code } = await mailTo(world, { email, next: '/cart' });

    const reply = await call(verify, { body: { email, code } });

    const cookies = cookiesOf(reply.headers);
    const mine = await call(session, { headers: { cookie: `${SESSION_COOKIE}=${cookies[SESSION_COOKIE]}` } });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ created: true, next: '/cart', user: { email, role: 'visitor' } });
    expect(cookies[LOGIN_COOKIE]).toBe('');
    expect(reply.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000$/);
    expect(mine.body).toMatchObject({ user: { id: reply.body.user.id }, session: { id: reply.body.session.id } });
  });

  it('gives a newcomer of a demo the demo credit, once', async () => {
    const world = await openWorld({ vars: { PLAZA_DEMO: '1' } });
    const { code } = await mailTo(world);

    const { body } = await call(verify, { body: { email, code } });
    const before = await creditOf(world.data, body.user.id);
    await world.drain();

    expect(before.balanceMinor).toBe(DEMO_CREDIT_MINOR);
    expect(await creditOf(world.data, body.user.id)).toEqual(before);
  });

  it('S11 signs in by link in the browser that requested it, and responds with 409 in any other', async () => {
    const world = await openWorld();
    const { token, cookie } = await mailTo(world);

    const elsewhere = await call(verify, { body: { token } });
    const here = await call(verify, { body: { token }, headers: { cookie } });

    expect([elsewhere.status, elsewhere.body.details]).toEqual([409, { code: 'OtherBrowser' }]);
    expect(elsewhere.headers.getSetCookie()).toEqual([]);
    expect(here.status).toBe(200);
  });

  it('S10 accepts one of twenty concurrent posts and responds to the others alike with 401', async () => {
    const world = await openWorld({
      limits: { spend: async () => ({ allowed: true, limit: 9, remaining: 9, resetSeconds: 1 }) },
    });
    const { token, cookie } = await mailTo(world);

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call(verify, { body: { token }, headers: { cookie } })),
    );

    const refused = replies.filter(({ status }) => status === 401);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused).toHaveLength(19);
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
    expect(refused[0]?.body.details).toEqual({ code: 'SignInRefused' });
  });

  it('S10 responds to every wrong proof with identical bytes', async () => {
    const world = await openWorld();
    const used = await mailTo(world);
    await call(verify, { body: { email, code: used.code } });
    const expired = await mailTo(world, { email: 'late@plaza.test' });
    world.clock.advance(10 * MINUTE_MS);
    await asUser(world, { email: 'known@plaza.test', emailKey: 'known@plaza.test' });
    const proofs = [
      { email, code: used.code },
      { token: used.token },
      { email: 'late@plaza.test', code: expired.code },
      { token: expired.token },
      { token: 'a'.repeat(43) },
      { email: 'known@plaza.test', code: '123456' },
      { email: 'nobody@plaza.test', code: '123456' },
    ];

    const replies = await Promise.all(proofs.map((body) => call(verify, { body })));

    expect(new Set(replies.map((reply) => JSON.stringify(seen(reply)))).size).toBe(1);
    expect(replies[0]?.status).toBe(401);
  });

  it('rejects an incomplete or malformed proof and names the field', async () => {
    await openWorld();
    const wrong = async (body: unknown) => {
      const reply = await call(verify, { body });
      return [reply.status, Object.keys(reply.body.details ?? {})];
    };

    expect(await wrong({})).toEqual([400, ['token']]);
    expect(await wrong({ email })).toEqual([400, ['token']]);
    expect(await wrong({ token: 'short' })).toEqual([400, ['token']]);
    expect(await wrong({ token: 'a'.repeat(43), email })).toEqual([400, ['token']]);
    expect(await wrong({ email, code: '12345' })).toEqual([400, ['code']]);
    expect(await wrong({ email, code: '１２３４５６' })).toEqual([400, ['code']]);
    expect(await wrong({ email, code: '123456', role: 'admin' })).toEqual([400, ['body']]);
  });

  it('responds with 429 to a network’s eleventh attempt in a minute', async () => {
    await openWorld();
    const guess = () => call(verify, { body: { email, code: '123456' } });

    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await guess()).status);

    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('S6 ends the browser’s previous session and revokes its open connections', async () => {
    const told = openRecordingTunnel();
    const world = await openWorld({ tunnel: told.tunnel });
    const earlier = await asUser(world);
    const { code } = await mailTo(world);

    const reply = await call(verify, { as: earlier, body: { email, code } });

    const before = await call(session, { headers: { cookie: await cookieFor(earlier) } });
    expect(reply.status).toBe(200);
    expect(before.body).toEqual({ user: null, session: null });
    expect(told.take()).toMatchObject([
      { event: 'session.revoked', data: { userId: earlier.user.id, sessionId: expect.stringMatching(/^ses_/) } },
    ]);
  });

  it('S47 never returns a next page of another site', async () => {
    const world = await openWorld();
    const { code } = await mailTo(world, { email, next: 'https://evil.test/' });

    const reply = await call(verify, { body: { email, code } });

    expect(reply.body.next).toBe('/');
  });

  it('refuses start and verify from another site', async () => {
    await openWorld();
    const foreign = { 'sec-fetch-site': 'cross-site' };

    const replies = [
      await call(start, { body: { email }, headers: foreign }),
      await call(verify, { body: { email, code: '123456' }, headers: foreign }),
    ];

    expect(replies.map(({ status, body }) => [status, body.details])).toEqual([
      [403, { code: 'CrossSite' }],
      [403, { code: 'CrossSite' }],
    ]);
  });
});
