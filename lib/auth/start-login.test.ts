import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { listNotifications } from '#lib/notifications/list/inbox.ts';
import { notificationsQuery } from '#lib/notifications/schemas/notification.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { readMail, readMails } from '#tests/support/mail.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { everyRow } from '#tests/support/world.ts';
import { EmailLoginTokens } from './collections.ts';
import { browserNameOf, tokenIdOf } from './login-secrets.ts';
import type { StartLogin } from './schemas/login.ts';
import { purgeLoginTokens, startLogin } from './start-login.ts';

const browser = browserNameOf(null);
const start = (ctx: TestContext, email: string, more: Partial<StartLogin> = {}) =>
  startLogin(ctx, { email, purpose: 'sign-in', ...more }, browser);
const tokensOf = async (ctx: TestContext, email: string) =>
  (await everyRow(ctx.data, EmailLoginTokens)).filter(({ data }) => data.emailKey === email);

/** Returns the same store, which records its reads, also inside transactions. */
function recording(data: Store, asked: string[]): Store {
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (object, name) => {
        const member: unknown = Reflect.get(object, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const [first] = args;
          const of = typeof first === 'object' && first !== null && 'name' in first ? String(first.name) : '';
          asked.push(`${String(name)} ${of}`.trim());
          if (name !== 'tx' || typeof first !== 'function') return member.apply(object, args);
          return member.call(object, (t: object) => first(watch(t)), args[1]);
        };
      },
    });
  return watch(data);
}

describe('startLogin', () => {
  it('mails a code and a link to the address', async () => {
    const ctx = await testContext();

    const answer = await start(ctx, 'new@plaza.test');

    const mail = await readMail(ctx);
    expect(answer).toEqual({ sent: true, expiresInSeconds: 600, resendAfterSeconds: 60 });
    expect(mail.to).toBe('new@plaza.test');
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.text).toContain(`http://127.0.0.1:3000/sign-in/link?token=${mail.token}`);
  });

  it('mails the address as the account stores it, not as it was typed', async () => {
    const ctx = await testContext();
    await asUser(ctx, { email: 'Anna@plaza.test', emailKey: 'anna@plaza.test' });

    await start(ctx, ' ANNA@PLAZA.TEST ');

    expect((await readMail(ctx)).to).toBe('Anna@plaza.test');
  });

  it('S9 makes the same store calls and returns the same response for known and unknown addresses', async () => {
    const ctx = await testContext();
    await asUser(ctx, { email: 'known@plaza.test', emailKey: 'known@plaza.test' });
    const askFor = async (email: string) => {
      const asked: string[] = [];
      const answer = await start({ ...ctx, data: recording(ctx.data, asked) }, email);
      return { asked, bytes: JSON.stringify(answer) };
    };

    const known = await askFor('known@plaza.test');
    const unknown = await askFor('nobody@plaza.test');

    expect(known.asked.length).toBeGreaterThan(2);
    expect(unknown).toEqual(known);
    expect(await readMails(ctx)).toHaveLength(2);
  });

  it('stores neither the token nor the code in plain text, and clears the outbox payload once sent', async () => {
    const ctx = await testContext();

    await start(ctx, 'new@plaza.test');

    const waiting = await ctx.data.find(from(Outbox).where('status', '==', 'waiting').orderBy('availableAt').limit(10));
    const tokens = await tokensOf(ctx, 'new@plaza.test');
    const { token, code } = await readMail(ctx);
    const done = await ctx.data.find(from(Outbox).where('status', '==', 'done').orderBy('availableAt').limit(10));
    const stored = JSON.stringify([waiting.rows, tokens]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(`"${code}"`);
    expect(tokens[0]?.id).toBe(tokenIdOf(token));
    expect(done.rows.map(({ data }) => data.payload)).toEqual([null]);
  });

  it('S11 logs neither the token nor the code', async () => {
    const ctx = await testContext();

    await start(ctx, 'new@plaza.test');
    const mail = await readMail(ctx);

    // The development mailbox logs both on purpose. A server that sends real mail has none.
    const written = ctx.lines.filter(({ event }) => event !== 'dev-mail.caught');
    expect(JSON.stringify(written)).not.toContain(mail.token);
    expect(JSON.stringify(written)).not.toContain(mail.code);
  });

  it('S12 takes the link’s host from APP_ORIGIN', async () => {
    const ctx = await testContext({ vars: { APP_ORIGIN: 'https://plaza.example' } });

    await start(ctx, 'new@plaza.test');

    expect((await readMail(ctx)).text).toContain('https://plaza.example/sign-in/link?token=');
  });

  it('replaces the login token of the previous mail', async () => {
    const ctx = await testContext();
    await start(ctx, 'new@plaza.test');
    ctx.clock.advance(MINUTE_MS);

    await start(ctx, 'new@plaza.test');

    expect(await tokensOf(ctx, 'new@plaza.test')).toHaveLength(1);
  });

  it('leaves one login token after ten concurrent requests for one address', async () => {
    const ctx = await testContext();
    const open = { spend: async () => ({ allowed: true, limit: 1, remaining: 1, resetSeconds: 1 }) };

    await Promise.all(Array.from({ length: 10 }, () => start({ ...ctx, limits: open }, 'new@plaza.test')));

    expect(await tokensOf(ctx, 'new@plaza.test')).toHaveLength(1);
  });

  it('limits an address, in any spelling, to one mail a minute and five an hour', async () => {
    const ctx = await testContext();
    const sent: string[] = [];
    const ask = (email: string) =>
      start(ctx, email).then(
        () => sent.push('sent'),
        (error) => sent.push(`${error.name} ${error.retryAfter}`),
      );

    await ask('new@plaza.test');
    await ask('NEW@plaza.test');
    for (let n = 0; n < 5; n++) {
      ctx.clock.advance(MINUTE_MS);
      await ask('new@plaza.test');
    }
    ctx.clock.advance(HOUR_MS - 5 * MINUTE_MS);
    await ask('new@plaza.test');

    expect(sent).toEqual(['sent', 'RateLimitError 60', 'sent', 'sent', 'sent', 'sent', 'RateLimitError 3300', 'sent']);
  });

  it('throws the same rate-limit error for known and unknown addresses', async () => {
    const ctx = await testContext();
    await asUser(ctx, { email: 'known@plaza.test', emailKey: 'known@plaza.test' });
    const refusal = async (email: string) => {
      await start(ctx, email);
      return start(ctx, email).catch((error) => [error.name, error.message, error.retryAfter]);
    };

    expect(await refusal('known@plaza.test')).toEqual(await refusal('nobody@plaza.test'));
  });

  it('logs a flood once when more than a hundred mails leave in an hour, and keeps sending', async () => {
    const ctx = await testContext();

    for (let n = 0; n <= 100; n++) await start(ctx, `person${n}@plaza.test`);

    expect(ctx.lines.filter(({ event }) => event === 'login-mail.flooded')).toHaveLength(1);
  });

  it('notifies every superadmin of a mail flood once, not for every further mail', async () => {
    const ctx = await testContext();
    const operators = [await asSuperadmin(ctx), await asSuperadmin(ctx)];
    const admin = await asUser(ctx, { role: 'admin' });

    for (let n = 0; n <= 103; n++) await start(ctx, `person${n}@plaza.test`);
    await ctx.drain();

    const newsOf = async (person: typeof admin) =>
      (await listNotifications(person, notificationsQuery.parse({}))).notifications;
    const notice = { type: 'SYSTEM', priority: 'high', title: 'Unusually many sign-in emails' };
    for (const operator of operators) expect(await newsOf(operator)).toMatchObject([notice]);
    expect(await newsOf(admin)).toEqual([]);
  });

  it('throws MailNotConfigured for known and unknown addresses alike when no mailer is configured', async () => {
    const ctx = await testContext({ mailer: null, devMailbox: null });
    await asUser(ctx, { email: 'known@plaza.test', emailKey: 'known@plaza.test' });

    const answers = await Promise.allSettled(
      ['known@plaza.test', 'nobody@plaza.test'].map((email) => start(ctx, email)),
    );

    const reasons = answers.map((answer) => answer.status === 'rejected' && [answer.reason.status, answer.reason.code]);
    expect(reasons).toEqual([
      [503, 'MailNotConfigured'],
      [503, 'MailNotConfigured'],
    ]);
  });

  it.each(['', 'anna', 'anna@localhost', 'a@x.test\r\nBcc: b@x.test'])(
    'rejects %j and names the email field',
    async (email) => {
      const ctx = await testContext();

      await expect(start(ctx, email)).rejects.toMatchObject({ status: 400, details: { email: expect.any(String) } });
    },
  );

  it('mails a step-up code to the signed-in user’s own address, and throws a 401 without a user', async () => {
    const ctx = await asUser(await testContext(), { email: 'Own@plaza.test', emailKey: 'own@plaza.test' });

    await start(ctx, 'other@plaza.test', { purpose: 'step-up' });

    const mail = await readMail(ctx);
    expect(mail.to).toBe('Own@plaza.test');
    expect(mail.text).not.toContain('/sign-in/link');
    await expect(start({ ...ctx, user: null }, 'own@plaza.test', { purpose: 'step-up' })).rejects.toMatchObject({
      status: 401,
    });
  });

  it.each([
    ['en', 'is your Plaza sign-in code'],
    ['uk', 'ваш код входу до Plaza'],
    ['ru', 'ваш код входа в Plaza'],
  ] as const)('writes the subject in %s when the request names that locale', async (locale, words) => {
    const ctx = await testContext();

    await start(ctx, 'new@plaza.test', { locale });

    await ctx.drain();
    expect((await ctx.devMailbox?.list())?.[0]?.subject).toContain(words);
  });
});

describe('purgeLoginTokens', () => {
  it('deletes expired tokens only; a second run deletes none', async () => {
    const ctx = await testContext();
    await start(ctx, 'old@plaza.test');
    ctx.clock.advance(10 * MINUTE_MS);
    await start(ctx, 'new@plaza.test');
    ctx.clock.advance(SECOND_MS);

    const counts = [await purgeLoginTokens(ctx), await purgeLoginTokens(ctx)];

    expect(counts).toEqual([1, 0]);
    expect(await ctx.data.count(from(EmailLoginTokens).orderBy('expiresAt'))).toBe(1);
  });
});
