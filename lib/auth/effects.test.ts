import { describe, expect, it } from 'vitest';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { rowOwner } from '#lib/data/outbox-owner.ts';
import { from } from '#lib/data/query.ts';
import { drainOnce } from '#services/run/drainer.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { EmailLoginTokens } from './collections.ts';
import { authEffects } from './effects.ts';
import { browserNameOf } from './login-secrets.ts';
import { startLogin } from './start-login.ts';
import { verifyLogin } from './verify-login.ts';

const email = 'new@plaza.test';

/** Opens a world whose mail server replies as the script says, then accepts every mail. */
async function withServer(...script: readonly (MailOutcome | 'crash')[]) {
  const sent: PlatformMail[] = [];
  const answers = [...script];
  const mailer = {
    send: async (mail: PlatformMail): Promise<MailOutcome> => {
      sent.push(mail);
      const answer = answers.shift() ?? { state: 'sent', messageId: '<x@plaza.test>' };
      if (answer === 'crash') throw new Error('the process went away');
      return answer;
    },
  };
  const ctx = await testContext({ mailer, devMailbox: null });
  await startLogin(ctx, { email, purpose: 'sign-in' }, browserNameOf(null));
  return { ctx, sent };
}
const refused = (retry: boolean): MailOutcome => ({ state: 'refused', retry, reason: 'rcpt 450' });
const unknown: MailOutcome = { state: 'unknown', messageId: '<x@plaza.test>', reason: 'body' };

const mailState = async (ctx: TestContext) => (await everyRow(ctx.data, EmailLoginTokens)).map(({ data }) => data.mail);
const outbox = async (ctx: TestContext, status: 'waiting' | 'done' | 'dead') =>
  (await ctx.data.find(from(Outbox).where('status', '==', status).orderBy('availableAt').limit(10))).rows;

describe('the effect that sends a sign-in mail', () => {
  it('sends one mail even when the outbox row is processed again', async () => {
    const { ctx, sent } = await withServer();

    await ctx.drain();
    const [row] = await outbox(ctx, 'done');
    await ctx.data.update(Outbox, row?.id ?? '', { status: 'waiting', owner: rowOwner(), payload: null });
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['sent']);
  });

  it('retries when the server refuses the mail temporarily', async () => {
    const { ctx, sent } = await withServer(refused(true));

    await ctx.drain();
    const between = await mailState(ctx);
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(between).toEqual(['queued']);
    expect(sent).toHaveLength(2);
    expect(await mailState(ctx)).toEqual(['sent']);
  });

  it('never resends a mail that the server may have accepted', async () => {
    const { ctx, sent } = await withServer(unknown);

    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['unknown']);
    expect(ctx.lines.map(({ event }) => event)).toContain('login-mail.unknown');
  });

  it('never resends a mail that was being sent when the process crashed', async () => {
    const { ctx, sent } = await withServer('crash');

    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['unknown']);
    expect(await outbox(ctx, 'waiting')).toEqual([]);
  });

  it('gives up on a permanently refused mail without leaving a dead outbox row', async () => {
    const { ctx, sent } = await withServer(refused(false));

    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['failed']);
    expect(await outbox(ctx, 'dead')).toEqual([]);
  });

  it('stops retrying once the code has expired', async () => {
    const { ctx, sent } = await withServer(refused(true));

    await ctx.drain();
    ctx.clock.advance(DAY_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await outbox(ctx, 'waiting')).toEqual([]);
  });

  it('stops retrying a mail that a later mail has replaced', async () => {
    const { ctx, sent } = await withServer(refused(true));
    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);

    await startLogin(ctx, { email, purpose: 'sign-in' }, browserNameOf(null));
    await ctx.drain();

    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it('keeps the mail queued while no mailer is configured', async () => {
    const { ctx, sent } = await withServer();

    await drainOnce({ ...ctx, mailer: null }, authEffects);

    expect(sent).toEqual([]);
    expect(await mailState(ctx)).toEqual(['queued']);
    expect(await outbox(ctx, 'waiting')).toHaveLength(1);
  });

  it('sends a mail whose code signs the user in', async () => {
    const { ctx, sent } = await withServer();
    await ctx.drain();
    const code = /\d{6}/.exec(sent[0]?.subject ?? '')?.[0] ?? '';

    const { user } = await verifyLogin(ctx, { email, code }, null);

    expect(user.email).toBe(email);
    expect(await ctx.data.count(from(EmailLoginTokens).orderBy('expiresAt'))).toBe(1);
  });
});
