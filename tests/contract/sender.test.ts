import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { smtpOutcome } from '#lib/crm/drafts/sending/smtp-outcome.ts';
import type { Channel, MailServer, SendOutcome } from '#lib/crm/mailboxes/ports.ts';
import type { SendStage } from '#lib/crm/mailboxes/values.ts';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import { openChannelSender } from '#services/mail/channel-sender.ts';
import { composeMail } from '#services/mail/compose-mail.ts';
import { openImapMailbox } from '#services/mail/imap-mailbox.ts';
import { openMailTokens } from '#services/mail/mail-oauth.ts';
import { testChannel, testServer } from '#tests/support/channel.ts';
import { MAIL_PASSWORD, SMTP_LOGIN, startMailServers } from '#tests/support/mail-servers.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { randomFrom } from '#tests/support/random.ts';
import { type BadLine, openRelay } from '#tests/support/relay.ts';
import { openSmtpServer, type SmtpScript } from '#tests/support/smtp-faults.ts';
import { openTokenServer } from '#tests/support/token-server.ts';

const now = () => new Date();
/**
 * Limits for a server that responds, and for one that falls silent: the replies before its silence have enough time.
 */
const generous = { connectMs: 60_000, greetingMs: 60_000, answerMs: 60_000, wholeMs: 60_000 };
const patient = openChannelSender(openMailTokens(now), generous);
const quick = openChannelSender(openMailTokens(now), { ...generous, greetingMs: 3_000, answerMs: 3_000 });
const senderFor = (script: SmtpScript) => (Object.values(script).includes('hang') ? quick : patient);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const mailTo = async (to: string, id = 'd.drf_1') => ({
  envelope: { from: 'support@example.test', to },
  raw: await composeMail({
    from: { name: 'Support', address: 'support@example.test' },
    to: { name: '', address: to },
    replyTo: null,
    subject: 'Re: a question',
    messageId: `${id}@example.test`,
    inReplyTo: null,
    references: [],
    date: new Date(),
    text: 'An answer of some length.\n'.repeat(40),
  }),
});
const channelAt = (port: number, patch: Partial<MailServer> = {}, more: Partial<Channel> = {}) =>
  testChannel({ smtp: testServer(port, patch), ...more });
const withLogin = { user: 'crm', password: 'pw' };

const sent: SendOutcome = { state: 'sent' };
const unknown: SendOutcome = { state: 'unknown' };
const later: SendOutcome = { state: 'failed', retry: true, auth: false };
const never: SendOutcome = { state: 'failed', retry: false, auth: false };
const wrongLogin: SendOutcome = { state: 'failed', retry: false, auth: true };

describe('sending by a scripted server', () => {
  const points: readonly (readonly [string, SmtpScript | 'closed', SendStage, SendOutcome, number])[] = [
    ['the connection is refused', 'closed', 'connect', later, 0],
    ['the greeting never comes', { greet: 'hang' }, 'connect', later, 0],
    ['the greeting is cut off', { greet: 'drop' }, 'connect', later, 0],
    ['the greeting says 421', { greet: '421 too busy' }, 'connect', later, 0],
    ['EHLO is cut off', { EHLO: 'drop' }, 'greeted', later, 0],
    ['the login is refused', { AUTH: '535 wrong' }, 'auth', wrongLogin, 0],
    ['the login is put off', { AUTH: '454 later' }, 'auth', later, 0],
    ['the login is cut off', { AUTH: 'drop' }, 'auth', later, 0],
    ['the sender is put off', { MAIL: '452 full' }, 'mail', later, 0],
    ['the sender is cut off', { MAIL: 'drop' }, 'mail', later, 0],
    ['the recipient is put off', { RCPT: '450 later' }, 'rcpt', later, 0],
    ['the recipient is refused', { RCPT: '550 nobody here' }, 'rcpt', never, 0],
    ['the recipient is cut off', { RCPT: 'drop' }, 'rcpt', later, 0],
    ['DATA is refused', { DATA: '554 no' }, 'data', never, 0],
    ['DATA is cut off', { DATA: 'drop' }, 'data', later, 0],
    ['the body is cut off', { mid: 'drop' }, 'body', unknown, 0],
    ['nothing comes after the final dot', { end: 'hang' }, 'body', unknown, 1],
    ['the connection is cut after the final dot', { end: 'drop' }, 'body', unknown, 1],
    ['the mail is put off after the final dot', { end: '451 later' }, 'body', later, 0],
    ['the mail is refused after the final dot', { end: '552 too big' }, 'body', never, 0],
    ['the connection is cut after the 250', { after: 'drop' }, 'body', sent, 1],
    ['nothing fails', {}, 'body', sent, 1],
  ];
  it.each(points)('reports the right stage and outcome when %s', async (_, script, stage, outcome, held) => {
    const server = await openSmtpServer(script === 'closed' ? {} : script);
    closers.push(() => server.close());
    if (script === 'closed') await server.close();

    const by = senderFor(script === 'closed' ? {} : script);
    const seen = await by.send(channelAt(server.port, withLogin), await mailTo('ann@asker.test'));

    expect(seen.stage).toBe(stage);
    expect(smtpOutcome(seen)).toEqual(outcome);
    expect(server.held).toHaveLength(held);
  });

  it('returns the server’s reply, cut to 200 characters', async () => {
    const server = await openSmtpServer({ RCPT: `550 ${'no '.repeat(200)}` });
    closers.push(() => server.close());

    const seen = await patient.send(channelAt(server.port), await mailTo('ann@asker.test'));

    expect(seen).toMatchObject({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 });
    expect(seen.response).toHaveLength(200);
  });

  it('gives up on a server whose response never ends', async () => {
    const server = await openSmtpServer({ RCPT: '250-and\r\n250-on\r\n250-and' });
    closers.push(() => server.close());

    const seen = await quick.send(channelAt(server.port), await mailTo('ann@asker.test'));

    expect(smtpOutcome(seen)).toEqual(later);
  });

  it('sends neither mail nor password unencrypted when STARTTLS is required', async () => {
    const server = await openSmtpServer();
    closers.push(() => server.close());

    // This server accepts the command but then does not understand TLS.
    const seen = await quick.send(channelAt(server.port, { ...withLogin, tls: 'starttls' }), await mailTo('a@b.test'));

    expect(smtpOutcome(seen)).toEqual(later);
    expect(server.lines.join('\n')).not.toMatch(/AUTH|MAIL/);
  });

  it('sends only to the envelope’s recipient, and changes no byte of the mail', async () => {
    const server = await openSmtpServer();
    closers.push(() => server.close());
    const mail = await mailTo('ann@asker.test');

    await patient.send(channelAt(server.port), mail);

    expect(server.lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ann@asker.test>']);
    expect(server.held[0]?.trim()).toBe(Buffer.from(mail.raw).toString('latin1').trim());
  });

  it('throws inside a transaction, and for a channel without an outgoing server', async () => {
    const mail = await mailTo('ann@asker.test');

    await expect(insideTransaction(() => patient.send(channelAt(1), mail))).rejects.toThrow('inside a transaction');
    await expect(patient.send(testChannel(), mail)).rejects.toMatchObject({ code: 'ChannelNotConfigured' });
  });
});

describe('a trial login', () => {
  it.each([
    ['is accepted', {}, null],
    ['is refused', { AUTH: '535 wrong' }, wrongLogin],
    ['is temporarily refused', { AUTH: '454 later' }, later],
    ['is cut off', { AUTH: 'drop' }, later],
    ['times out on a silent server', { greet: 'hang' }, later],
  ] as const)('%s, and no mail is begun', async (_, script, outcome) => {
    const server = await openSmtpServer(script);
    closers.push(() => server.close());

    const seen = await senderFor(script).signIn(channelAt(server.port, withLogin));

    expect(seen.accepted).toBe(outcome === null);
    if (outcome !== null) expect(smtpOutcome(seen)).toEqual(outcome);
    expect(server.lines.filter((line) => line.startsWith('MAIL'))).toEqual([]);
  });
});

describe('sending by OAuth', () => {
  const serve = async (accepts: (token: string) => boolean) => {
    const tokens: string[] = [];
    const mails: string[] = [];
    const server = new SMTPServer({
      authMethods: ['XOAUTH2'],
      disabledCommands: ['STARTTLS'],
      onAuth: ({ accessToken = '', username = '' }, _session, done) => {
        tokens.push(`${username} ${accessToken}`);
        if (accepts(accessToken)) done(null, { user: username });
        else done(null, { data: { status: '401', schemes: 'bearer', scope: 'mail' } });
      },
      onData: (stream, _session, done) => {
        stream.on('data', (part) => mails.push(String(part))).on('end', () => done());
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const provider = await openTokenServer();
    closers.push(() => provider.close());
    const { port } = server.server.address() as AddressInfo;
    const channel = channelAt(port, { user: 'help@example.test' }, { oauth: provider.oauth });
    return { tokens, mails, provider, channel, sender: openChannelSender(openMailTokens(now), generous) };
  };

  it('signs in by XOAUTH2 with the channel’s access token', async () => {
    const world = await serve(() => true);

    const seen = await world.sender.send(world.channel, await mailTo('ann@asker.test'));

    expect(smtpOutcome(seen)).toEqual(sent);
    expect(world.tokens).toEqual(['help@example.test token-1']);
    expect(world.mails).toHaveLength(1);
  });

  it('retries with a new token when the current one is rejected early, and sends one mail', async () => {
    let good = 'token-1';
    const world = await serve((token) => token === good);
    await world.sender.send(world.channel, await mailTo('ann@asker.test'));
    good = 'token-2';

    const seen = await world.sender.send(world.channel, await mailTo('ann@asker.test', 'd.drf_2'));

    expect(smtpOutcome(seen)).toEqual(sent);
    expect(world.provider.asked).toHaveLength(2);
    expect(world.mails).toHaveLength(2);
  });

  it('reports a wrong login when a new token is rejected, and when the refresh token is dead', async () => {
    const world = await serve(() => false);

    const refused = await world.sender.send(world.channel, await mailTo('ann@asker.test'));
    world.provider.next({ status: 400, body: { error: 'invalid_grant' } });
    const dead = await openChannelSender(openMailTokens(now), generous).send(
      world.channel,
      await mailTo('ann@asker.test'),
    );

    expect([smtpOutcome(refused), smtpOutcome(dead)]).toEqual([wrongLogin, wrongLogin]);
    expect(smtpOutcome(await world.sender.signIn(world.channel))).toEqual(wrongLogin);
    expect(world.mails).toEqual([]);
  });
});

const servers = await startMailServers();
afterAll(() => servers?.close());

describe.skipIf(servers === null)('sending by Exim', () => {
  if (servers === null) return;
  const { smtpPort, imapPort, ca } = servers;
  const mailbox = openImapMailbox(openMailTokens(now), { now });
  let count = 0;
  const freshAddress = () => `to${process.pid}-${count++}@example.test`;
  const login = { ...SMTP_LOGIN };
  /** Returns the Message-IDs that have arrived at an address. */
  const arrived = async (user: string): Promise<string[]> => {
    const box = await mailbox.open(testChannel({ imap: testServer(imapPort, { user, password: MAIL_PASSWORD }) }));
    try {
      const uids = await box.search({ lastUid: 0, done: '$CrmDone' });
      const items = await uids.reduce<Promise<string[]>>(async (before, uid) => {
        const header = Buffer.from((await box.look(uid))?.header ?? []).toString('latin1');
        return [...(await before), /^message-id: <([^>]+)>/im.exec(header)?.[1] ?? header];
      }, Promise.resolve([]));
      return items;
    } finally {
      await box.close();
    }
  };

  it.each([
    ['in the clear', () => login],
    ['by STARTTLS with our own certificate authority', () => ({ ...login, tls: 'starttls' as const, ca })],
  ])('delivers a mail once, %s', async (_, patch) => {
    const to = freshAddress();

    const seen = await patient.send(channelAt(smtpPort, patch()), await mailTo(to));

    expect(smtpOutcome(seen)).toEqual(sent);
    await vi.waitFor(async () => expect(await arrived(to)).toEqual(['d.drf_1@example.test']), PATIENCE);
  });

  it.each([
    ['a wrong password', () => ({ ...login, password: 'wrong' }), wrongLogin],
    ['no login at all', () => ({}), never],
    ['an untrusted certificate', () => ({ ...login, tls: 'starttls' as const }), later],
  ])('sends nothing with %s', async (_, patch, outcome) => {
    const to = freshAddress();

    const seen = await patient.send(channelAt(smtpPort, patch()), await mailTo(to));

    expect(smtpOutcome(seen)).toEqual(outcome);
    expect(await arrived(to)).toEqual([]);
  });

  it('delivers a bounce of an undeliverable mail', async () => {
    const seen = await patient.send(channelAt(smtpPort, login), await mailTo('bounce-1@example.test', 'd.drf_bounced'));

    expect(smtpOutcome(seen)).toEqual(sent);
    await vi.waitFor(async () => expect((await arrived('support@example.test')).length).toBe(1), PATIENCE);
  });

  it('never reports an arrived mail as unsent, nor a lost one as sent, wherever the connection is cut', async () => {
    const to = freshAddress();
    const random = randomFrom(15_025);
    const outcomes = new Map<string, SendOutcome['state']>();

    for (let round = 0; round < 30; round++) {
      const id = `d.drf_${round}`;
      const bad: BadLine = round % 3 === 0 ? { cutAfter: random.int(600) } : { cutAfterSent: random.int(2_200) };
      const relay = await openRelay(`127.0.0.1:${smtpPort}`, bad);
      const port = Number(relay.host.split(':')[1]);
      const seen = await patient.send(channelAt(port, login), await mailTo(to, id));
      outcomes.set(`${id}@example.test`, smtpOutcome(seen).state);
      relay.close();
    }
    await patient.send(channelAt(smtpPort, login), await mailTo(to, 'd.last'));
    await vi.waitFor(async () => expect(await arrived(to)).toContain('d.last@example.test'), PATIENCE);

    const there = await arrived(to);
    const called = (state: SendOutcome['state']) => [...outcomes].filter(([, was]) => was === state).map(([id]) => id);
    expect(new Set(there).size).toBe(there.length);
    expect(called('sent').filter((id) => !there.includes(id))).toEqual([]);
    expect(called('failed').filter((id) => there.includes(id))).toEqual([]);
    expect(called('failed').length).toBeGreaterThan(3);
    expect(called('unknown').length).toBeGreaterThan(3);
  });
});
