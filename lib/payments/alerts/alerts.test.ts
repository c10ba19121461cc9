import { afterEach, describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { armFault } from '#lib/core/fault.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { AlertMails } from '#lib/payments/collections.ts';
import type { Alert } from '#lib/payments/schemas/alert.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { everyRow } from '#tests/support/world.ts';
import { promiseAlert } from './alert-topics.ts';
import { notifySuperadmins } from './alerts.ts';

const discrepancies: Alert = {
  kind: 'drift',
  subjectId: 'sau_1',
  count: 12,
  lines: [{ name: 'SI2 mug', value: 'holds 2 of 3' }],
};
const taken: MailOutcome = { state: 'sent', messageId: '<x@plaza.test>' };

/** Opens a platform with this many superadmins. Its mail server replies as the script says, then accepts every mail. */
async function openPlatform({ superadmins = 2, script = [] as MailOutcome[] } = {}) {
  const sent: PlatformMail[] = [];
  const mailer = {
    send: async (mail: PlatformMail) => {
      sent.push(mail);
      return script.shift() ?? taken;
    },
  };
  const ctx = await testContext({ mailer, devMailbox: null });
  const people = [];
  for (let i = 0; i < superadmins; i++) people.push(await asSuperadmin(ctx));
  return { ctx, sent, people };
}
const alertOnce = (ctx: TestContext, found = discrepancies) =>
  ctx.data.tx(async (t) => promiseAlert(t, found, ctx.now()));
/** Runs the due jobs, and those they make due, until none is left. */
async function settleDown(ctx: TestContext) {
  for (let round = 0; round < 12; round++) {
    await ctx.drain();
    ctx.clock.advance(10 * MINUTE_MS);
  }
}
const statesOf = async (ctx: TestContext) => (await everyRow(ctx.data, AlertMails)).map(({ data }) => data.state);

afterEach(() => armFault({ FAULT_MODE: 'throw' }));

describe('an alert', () => {
  it('mails every superadmin once, with the findings and a link to the audit', async () => {
    const { ctx, sent, people } = await openPlatform();

    await alertOnce(ctx);
    await settleDown(ctx);

    expect(sent.map(({ to }) => to).sort()).toEqual(people.map(({ user }) => user.email).sort());
    expect(sent[0]?.subject).toBe('The store audit found 12 differences');
    expect(sent[0]?.text).toContain('holds 2 of 3');
    expect(sent[0]?.text).toContain('And 11 more.');
    expect(sent[0]?.text).toContain(`${ctx.origin}/admin/store-audits/sau_1`);
    expect(await statesOf(ctx)).toEqual(['sent', 'sent']);
  });

  it.each([
    ['orphan', 'The card gateway confirmed an unknown payment'],
    ['poison', 'A card gateway callback failed'],
    ['statement', 'The card gateway statement has 1 difference'],
  ] as const)('names the problem of kind %s in the subject: %s', async (kind, subject) => {
    const { ctx, sent } = await openPlatform({ superadmins: 1 });

    await alertOnce(ctx, { ...discrepancies, kind, count: 1 });
    await settleDown(ctx);

    expect(sent.map((mail) => mail.subject)).toEqual([subject]);
  });

  it('SI16 is mailed once when the same alert is sent again, also concurrently', async () => {
    const { ctx, sent } = await openPlatform();

    await alertOnce(ctx);
    await Promise.all([notifySuperadmins(ctx, discrepancies), notifySuperadmins(ctx, discrepancies)]);
    await settleDown(ctx);
    await notifySuperadmins(ctx, discrepancies);
    await settleDown(ctx);

    expect(sent).toHaveLength(2);
  });

  it('is retried after temporary refusals, and never once the outcome is unknown', async () => {
    const later: MailOutcome = { state: 'refused', retry: true, reason: 'rcpt 450' };
    const lost: MailOutcome = { state: 'unknown', messageId: '<x@plaza.test>', reason: 'body' };
    const { ctx, sent } = await openPlatform({ superadmins: 1, script: [later, later, lost] });

    await alertOnce(ctx);
    await settleDown(ctx);

    expect(sent).toHaveLength(3);
    expect(await statesOf(ctx)).toEqual(['unknown']);
  });

  it('has state unknown and is not resent after a crash between sending and saving', async () => {
    const { ctx, sent } = await openPlatform({ superadmins: 1 });
    await alertOnce(ctx);
    armFault({ FAULT_AT: 'mail.after_send', FAULT_MODE: 'throw' });

    await settleDown(ctx);

    expect(sent).toHaveLength(1);
    expect(await statesOf(ctx)).toEqual(['unknown']);
  });

  it('is skipped for a former superadmin, and when no mailer is configured', async () => {
    const { ctx, sent, people } = await openPlatform({ superadmins: 1 });
    await ctx.data.update(Users, people[0]?.user.id ?? '', { role: 'admin' });
    await alertOnce(ctx);
    await settleDown(ctx);
    expect([sent.length, await statesOf(ctx)]).toEqual([0, ['skipped']]);

    const mute = await testContext({ mailer: null, devMailbox: null });
    await asSuperadmin(mute);
    await alertOnce(mute);
    await settleDown(mute);
    expect(await statesOf(mute)).toEqual(['skipped']);
  });

  it('S62 logs no superadmin’s email address', async () => {
    const script: MailOutcome[] = [{ state: 'refused', retry: false, reason: 'rcpt 550' }];
    const { ctx, people } = await openPlatform({ script });

    await alertOnce(ctx);
    await settleDown(ctx);
    ctx.clock.advance(HOUR_MS);

    const log = JSON.stringify(ctx.lines);
    expect(log).toContain('alert-mail.sent');
    expect(log).toContain('alert-mail.failed');
    for (const { user } of people) expect(log).not.toContain(user.email);
  });

  it('is rejected when its subject already has an alert', async () => {
    const { ctx } = await openPlatform({ superadmins: 0 });
    await alertOnce(ctx);

    await expect(alertOnce(ctx)).rejects.toMatchObject({ code: 'EXISTS' });
  });
});
