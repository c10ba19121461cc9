import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { promiseNotice } from '#lib/crm/topics.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { approvedReply, openCrm } from '#tests/support/crm.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { everyRow } from '#tests/support/world.ts';

async function open() {
  const ctx = await testContext({ vars: twoChannels });
  const admins = [await asUser(ctx, { role: 'admin' }), await asUser(ctx, { role: 'superadmin', locale: 'uk' })];
  await asUser(ctx, { role: 'member' });
  await asUser(ctx, { role: 'admin', status: 'deleted' });
  const told = async () => (await everyRow(ctx.data, Notifications)).map(({ data }) => data);
  return { ctx, told, admins: admins.map(({ user }) => user.id).sort() };
}

describe('notifications to admins', () => {
  it('group the new threads of a channel within five minutes and contain their number', async () => {
    const { ctx, told, admins } = await open();
    ctx.clock.set('2026-03-02T10:01:00.000Z');
    await takeMail(ctx);
    await takeMail(ctx, { from: 'bob@shop.test' });
    await takeMail(ctx, { headers: ['Auto-Submitted: auto-replied'] });
    await takeMail(ctx, {}, { channelId: 'sales' });
    await ctx.drain();
    expect(await told()).toEqual([]);

    ctx.clock.advance(5 * MINUTE_MS);
    await ctx.drain();

    const help = (await told()).filter(({ params }) => params.channel === 'Help');
    expect(await told()).toHaveLength(4);
    expect(help.map(({ userId }) => userId).sort()).toEqual(admins);
    expect(help.map(({ message }) => message).sort()).toEqual([
      '2 new threads are waiting for a reply.',
      'На відповідь чекають 2 нові розмови.',
    ]);
  });

  it.each([
    ['send_unknown', { code: 'ETIMEDOUT', command: 'CONN', stage: 'body' }],
    ['send_failed', { code: 'EENVELOPE', command: 'RCPT TO', stage: 'rcpt', responseCode: 550 }],
  ] as const)('link from %s to its thread', async (kind, seen) => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);
    crm.sender.next({ accepted: false, ...seen });
    await sendDraft(crm.admin, id, {}).catch(() => undefined);

    await crm.ctx.drain();

    const told = (await everyRow(crm.ctx.data, Notifications)).filter(({ data }) => data.template === `inbox.${kind}`);
    expect(told.map(({ data }) => JSON.parse(data.data).actionUrl)).toEqual([`/admin/inbox/${threadId}`]);
  });

  it('contain the name of the channel and report a rejected login as the cause', async () => {
    const crm = await openCrm({ vars: { CRM_CHANNEL_SUPPORT_NAME: 'Help crm' } });
    const { id } = await approvedReply(crm);
    crm.sender.next({ accepted: false, code: 'EAUTH', command: 'AUTH PLAIN', stage: 'auth', responseCode: 535 });
    await sendDraft(crm.admin, id, {}).catch(() => undefined);

    await crm.ctx.drain();

    const told = (await everyRow(crm.ctx.data, Notifications)).map(({ data }) => `${data.title}: ${data.message}`);
    expect(told.sort()).toEqual([
      'A reply was not sent: An email from Help crm was not sent and will not be retried automatically. Open it to see why.',
      'Help crm cannot send: Its mail server rejects the login. Renew the password.',
    ]);
  });

  it('are sent once for each cause, however often the cause is found', async () => {
    const { ctx, told, admins } = await open();
    const about = { kind: 'send_unknown', channelId: 'help', subjectId: 'drf_1' } as const;
    for (let n = 0; n < 5; n++) {
      await ctx.data.batch((write) => promiseNotice(write, about, ctx.now()));
      await ctx.drain();
      ctx.clock.advance(MINUTE_MS);
    }

    expect((await told()).map(({ userId }) => userId).sort()).toEqual(admins);
  });
});
