import { beforeEach, describe, expect, it } from 'vitest';
import { GET as analytics } from '#app/api/admin/email/analytics/route.ts';
import { GET as channels } from '#app/api/admin/email/channels/route.ts';
import { POST as send } from '#app/api/admin/email/drafts/[id]/send/route.ts';
import { pollChannels } from '#lib/crm/mailboxes/processor.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { approvedReply, openCrm } from '#tests/support/crm.ts';
import { openWorld } from '#tests/support/signing-in.ts';

const vars = {
  CRM_CHANNELS: 'support,sales',
  CRM_CHANNEL_SUPPORT_ADDRESS: 'support@example.test',
  CRM_CHANNEL_SUPPORT_IMAP_HOST: '127.0.0.1',
  CRM_CHANNEL_SUPPORT_IMAP_PORT: '1',
  CRM_CHANNEL_SUPPORT_IMAP_USER: 'support',
  CRM_CHANNEL_SUPPORT_IMAP_PASSWORD: 'correct-horse-battery',
  CRM_CHANNEL_SALES_ADDRESS: 'sales@example.test',
  CRM_CHANNEL_SALES_IMAP_HOST: 'imap.example.test',
};

let world: TestContext;
beforeEach(async () => {
  world = await openWorld({ vars });
});

describe('/api/admin/email/channels', () => {
  it('returns each channel with its health and configuration errors, and no secret', async () => {
    const admin = await asUser(world, { role: 'admin' });
    const before = await call(channels, { as: admin });
    await pollChannels(world);

    const { status, body, text } = await call(channels, { as: admin });

    expect(status).toBe(200);
    expect(before.body.channels[0]?.health.status).toBe('never');
    expect(body.channels).toMatchObject([
      {
        id: 'support',
        name: 'Support',
        flow: 'standard',
        mailbox: 'INBOX',
        imapHost: '127.0.0.1',
        imapUser: 'support',
        smtpHost: '',
        smtpUser: '',
        hasImapPassword: true,
        hasSmtpPassword: false,
        address: 'support@example.test',
        isDefault: true,
        aiDrafts: true,
        health: {
          status: 'backoff',
          lastErrorCode: 'ECONNREFUSED',
          consecutiveFailures: 1,
          sending: { status: 'not_configured' },
        },
      },
      { id: 'sales', isDefault: false, health: { status: 'not_configured' } },
    ]);
    expect(body.validation.ok).toBe(false);
    expect(body.validation.errors.map(({ channel, code }) => [channel, code])).toContainEqual([
      'sales',
      'MissingImapPassword',
    ]);
    expect(text).not.toContain('correct-horse');
  });

  it('reports a login refused by the outgoing server', async () => {
    const crm = await openCrm({ vars: { CRM_CHANNEL_SUPPORT_SMTP_PASSWORD: 'battery-staple' } });
    const { id } = await approvedReply(crm);
    crm.sender.next({ accepted: false, code: 'EAUTH', command: 'AUTH PLAIN', stage: 'auth', responseCode: 535 });

    const sent = await call(send, { as: crm.admin, params: { id }, body: {} });
    const { body, text } = await call(channels, { as: crm.admin });

    expect([sent.status, sent.body.details?.code]).toEqual([503, 'ChannelAuthFailed']);
    expect(body.channels[0]?.health).toMatchObject({
      status: 'auth_failed',
      sending: { status: 'auth_failed', lastErrorCode: 'WrongLogin', consecutiveFailures: 1 },
    });
    expect(text).not.toContain('battery-staple');
  });
});

describe('/api/admin/email/analytics', () => {
  it('covers seven days by default, and accepts only its three ranges', async () => {
    const admin = await asUser(world, { role: 'admin' });
    const ask = (query: Record<string, string>) => call(analytics, { as: admin, query });

    const replies = await Promise.all([ask({}), ask({ range: '30d' }), ask({ range: '90d' }), ask({ range: '31d' })]);

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    expect(replies.slice(0, 3).map(({ body }) => body.dailyStats.length)).toEqual([7, 30, 90]);
    expect(replies[3]?.body.details).toHaveProperty('range');
  });
});
