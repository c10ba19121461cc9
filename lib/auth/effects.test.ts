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
import { startLogin } from './login-code.ts';
import { browserNameOf } from './login-secrets.ts';
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
  it('sends it once, however often it is asked to', async () => {
    const { ctx, sent } = await withServer();

    await ctx.drain();
    const [row] = await outbox(ctx, 'done');
    await ctx.data.update(Outbox, row?.id ?? '', { status: 'waiting', owner: rowOwner(), payload: null });
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['sent']);
  });

  it('tries again when the server surely has not taken it', async () => {
    const { ctx, sent } = await withServer(refused(true));

    await ctx.drain();
    const between = await mailState(ctx);
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(between).toEqual(['queued']);
    expect(sent).toHaveLength(2);
    expect(await mailState(ctx)).toEqual(['sent']);
  });

  it('never sends again what the server may have taken', async () => {
    const { ctx, sent } = await withServer(unknown);

    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['unknown']);
    expect(ctx.lines.map(({ event }) => event)).toContain('login-mail.unknown');
  });

  it('never sends again what was being sent when the process went away', async () => {
    const { ctx, sent } = await withServer('crash');

    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['unknown']);
    expect(await outbox(ctx, 'waiting')).toEqual([]);
  });

  it('lets a mailbox that does not exist rest, without calling an operator', async () => {
    const { ctx, sent } = await withServer(refused(false));

    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await mailState(ctx)).toEqual(['failed']);
    expect(await outbox(ctx, 'dead')).toEqual([]);
  });

  it('stops trying once the code would be of no use', async () => {
    const { ctx, sent } = await withServer(refused(true));

    await ctx.drain();
    ctx.clock.advance(DAY_MS);
    await ctx.drain();

    expect(sent).toHaveLength(1);
    expect(await outbox(ctx, 'waiting')).toEqual([]);
  });

  it('stops trying once a later mail has replaced it', async () => {
    const { ctx, sent } = await withServer(refused(true));
    await ctx.drain();
    ctx.clock.advance(MINUTE_MS);

    await startLogin(ctx, { email, purpose: 'sign-in' }, browserNameOf(null));
    await ctx.drain();

    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it('waits where mail has been switched off meanwhile', async () => {
    const { ctx, sent } = await withServer();

    await drainOnce({ ...ctx, mailer: null }, authEffects);

    expect(sent).toEqual([]);
    expect(await mailState(ctx)).toEqual(['queued']);
    expect(await outbox(ctx, 'waiting')).toHaveLength(1);
  });

  it('carries the code that signs in', async () => {
    const { ctx, sent } = await withServer();
    await ctx.drain();
    const code = /\d{6}/.exec(sent[0]?.subject ?? '')?.[0] ?? '';

    const { user } = await verifyLogin(ctx, { email, code }, null);

    expect(user.email).toBe(email);
    expect(await ctx.data.count(from(EmailLoginTokens).orderBy('expiresAt'))).toBe(1);
  });
});
