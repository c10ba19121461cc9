import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { smtpOutcome } from '#lib/crm/drafts/sending/smtp-outcome.ts';
import { defaultChannel } from '#lib/crm/mailboxes/channels.ts';
import { testContext } from '#tests/support/context.ts';
import { openSmtpServer } from '#tests/support/smtp-faults.ts';
import { composeMail } from './compose-mail.ts';
import { readPem } from './read-pem.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const serve = async () => {
  const server = await openSmtpServer();
  closers.push(() => server.close());
  return server;
};
const reply = async () => ({
  envelope: { from: 'help@example.test', to: 'ann@asker.test' },
  raw: await composeMail({
    from: { name: 'Help', address: 'help@example.test' },
    to: { name: 'Ann', address: 'ann@asker.test' },
    replyTo: null,
    subject: 'Re: Питання',
    messageId: 'd.drf_1@example.test',
    inReplyTo: null,
    references: [],
    date: new Date(),
    text: 'Відповідь\n',
  }),
});
const login = { key: 'login-1', to: 'ann@asker.test', subject: '123456', text: '123456', html: '' };

const platformVars = (port: number) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_FROM: 'no-reply@plaza.test',
  SMTP_TLS: 'none',
});
const channelVars = (port: number) => ({
  CRM_CHANNELS: 'help',
  CRM_CHANNEL_HELP_ADDRESS: 'help@example.test',
  CRM_CHANNEL_HELP_SMTP_HOST: '127.0.0.1',
  CRM_CHANNEL_HELP_SMTP_PORT: String(port),
  CRM_CHANNEL_HELP_SMTP_TLS: 'none',
});
const production = { NODE_ENV: 'production', APP_ORIGIN: 'https://plaza.test' };

describe('the platform mailer and the CRM channels', () => {
  it('S13 share no server: with SMTP_* alone a channel cannot send', async () => {
    const server = await serve();
    const ctx = await testContext({ vars: platformVars(server.port) });
    const channel = defaultChannel(ctx);

    expect(channel.canSend).toBe(false);
    await expect(ctx.channelSender.send(channel, await reply())).rejects.toMatchObject({
      code: 'ChannelNotConfigured',
    });
    expect(server.lines).toEqual([]);
    expect(await ctx.mailer?.send(login)).toMatchObject({ state: 'sent' });
  });

  it('S13 share no server: with a channel alone no sign-in mail is sent', async () => {
    const server = await serve();
    const ctx = await testContext({ vars: { ...channelVars(server.port), ...production } });

    expect(ctx.mailer).toBeNull();
    const seen = await ctx.channelSender.send(defaultChannel(ctx), await reply());
    expect(smtpOutcome(seen)).toEqual({ state: 'sent' });
    expect(server.held).toHaveLength(1);
  });

  it('S13 each send by their own server when both are configured', async () => {
    const [platform, crm] = [await serve(), await serve()];
    const ctx = await testContext({ vars: { ...platformVars(platform.port), ...channelVars(crm.port) } });

    await ctx.mailer?.send(login);
    await ctx.channelSender.send(defaultChannel(ctx), await reply());

    expect(platform.held.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1])).toEqual(['<login-1@plaza.test>']);
    expect(crm.held.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1])).toEqual(['<d.drf_1@example.test>']);
  });
});

describe('the channel of a demo', () => {
  it('sends into the development mailbox, marked as mail of the CRM', async () => {
    const ctx = await testContext({ vars: { PLAZA_DEMO: '1' } });

    const seen = await ctx.channelSender.send(defaultChannel(ctx), await reply());

    expect(smtpOutcome(seen)).toEqual({ state: 'sent' });
    expect(await ctx.devMailbox?.list()).toMatchObject([
      { plane: 'crm', key: 'd.drf_1', to: 'ann@asker.test', subject: 'Re: Питання', text: 'Відповідь\n' },
    ]);
  });

  it('S13 cannot send through the platform’s mail server', async () => {
    const server = await serve();
    const ctx = await testContext({ vars: { ...platformVars(server.port), PLAZA_DEMO: '1' } });
    const channel = defaultChannel(ctx);

    expect(channel.canSend).toBe(false);
    await expect(ctx.channelSender.send(channel, await reply())).rejects.toMatchObject({
      code: 'ChannelNotConfigured',
    });
    expect(server.lines).toEqual([]);
  });
});

describe('a start with misconfigured channels', () => {
  it('succeeds, and logs variables without values', async () => {
    const vars = {
      CRM_CHANNELS: 'help',
      CRM_CHANNEL_HELP_IMAP_PORT: 'sesame',
      CRM_CHANNEL_HELP_SMTP_PASSWORD: 'sesame',
    };

    const { lines, channels } = await testContext({ vars });

    expect(channels.errors.length).toBeGreaterThan(3);
    const told = lines.filter(({ event }) => event === 'channel.misconfigured');
    expect(told).toHaveLength(channels.errors.length);
    expect(told.map(({ facts }) => facts)).toContainEqual({ channel: 'help', field: 'IMAP_PORT', code: 'BadPort' });
    expect(JSON.stringify(told)).not.toContain('sesame');
  });
});

describe('readPem', () => {
  it('returns null for anything but a valid certificate', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plaza-pem-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'ca.pem');

    expect(readPem(path)).toBeNull();
    for (const text of ['', 'hello', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
      writeFileSync(path, text);
      expect(readPem(path)).toBeNull();
    }
  });
});
