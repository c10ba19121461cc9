import { createServer, type Socket } from 'node:net';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type Channel, type ListenerState, MailboxError, type MailServer } from '#lib/crm/mailboxes/ports.ts';
import type { ImapLimits } from '#services/mail/imap-connection.ts';
import { openImapMailbox } from '#services/mail/imap-mailbox.ts';
import { openMailTokens } from '#services/mail/mail-oauth.ts';
import { mailboxContract } from '#tests/contract/mailbox.contract.ts';
import { testChannel, testServer } from '#tests/support/channel.ts';
import { MAIL_PASSWORD, startMailServers } from '#tests/support/mail-servers.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { randomFrom } from '#tests/support/random.ts';
import { type BadLine, openRelay } from '#tests/support/relay.ts';

const servers = await startMailServers();
afterAll(() => servers?.close());
const now = () => new Date();
const patient = { connectMs: 60_000, greetingMs: 60_000, silentMs: 60_000, answerMs: 60_000 };
const DONE = '$CrmDone';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const troubleOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof MailboxError ? error.trouble : error),
  );

describe.skipIf(servers === null)('IMAP', () => {
  if (servers === null) return;
  const { imapPort, imapsPort, lmtpPort, ca } = servers;
  let count = 0;
  const fresh = (patch: Partial<MailServer> = {}, more: Partial<Channel> = {}): Channel => {
    const user = `box${process.pid}-${count++}@example.test`;
    return testChannel({
      address: user,
      imap: testServer(imapPort, { user, password: MAIL_PASSWORD, ...patch }),
      ...more,
    });
  };
  const lmtp = createTransport({ host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true });
  const deliver = async ({ address }: Channel, raw: string) => {
    await lmtp.sendMail({ envelope: { from: 'asker@asker.test', to: [address] }, raw });
  };
  const mailbox = openImapMailbox(openMailTokens(now), { now });
  const withLimits = (limits: ImapLimits) => openImapMailbox(openMailTokens(now), { now }, limits);
  /** Limits for a server that never greets, and for a connection that falls silent. */
  const ungreeted = withLimits({ ...patient, greetingMs: 500 });
  const unanswered = withLimits({ connectMs: 60_000, greetingMs: 1_000, silentMs: 1_000, answerMs: 3_000 });
  const throughRelay = async (channel: Channel, bad: BadLine = {}) => {
    const relay = await openRelay(`127.0.0.1:${imapPort}`, bad);
    closers.push(() => relay.close());
    const port = Number(relay.host.split(':')[1]);
    return { relay, channel: { ...channel, imap: channel.imap && { ...channel.imap, port } } };
  };

  mailboxContract('Dovecot', async () => ({ mailbox, fresh, deliver, close: async () => {} }));

  describe('a connection', () => {
    it.each([
      ['implicit TLS', () => ({ port: imapsPort, tls: 'implicit' as const, ca })],
      ['STARTTLS', () => ({ tls: 'starttls' as const, ca })],
      ['implicit TLS under a name', () => ({ port: imapsPort, tls: 'implicit' as const, ca, servername: 'localhost' })],
      ['STARTTLS with any certificate', () => ({ tls: 'starttls' as const, rejectUnauthorized: false })],
    ])('is opened by %s with our own certificate authority', async (_, patch) => {
      const box = await mailbox.open(fresh(patch()));

      expect(await box.search({ lastUid: 0, done: DONE })).toEqual([]);
      await box.close();
    });

    it.each([
      ['an untrusted certificate', { port: imapsPort, tls: 'implicit' }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['the same after STARTTLS', { tls: 'starttls' }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [
        'a certificate for another name',
        { port: imapsPort, tls: 'implicit', ca, servername: 'other.test' },
        'ERR_TLS_CERT_ALTNAME_INVALID',
      ],
      ['TLS on a port without TLS', { tls: 'implicit' }, 'ERR_SSL_WRONG_VERSION_NUMBER'],
      ['no TLS on a TLS port', { port: imapsPort, tls: 'none' }, 'GREETING_TIMEOUT'],
      ['a name that does not exist', { host: 'no-such-host.invalid' }, /ENOTFOUND|EAI_AGAIN/],
      ['a closed port', { port: 1 }, 'ECONNREFUSED'],
    ] as const)('is refused for %s, with a readable reason', async (_, patch, code) => {
      const by = code === 'GREETING_TIMEOUT' ? ungreeted : withLimits(patient);
      const found = await troubleOf(by.open(fresh(patch)));

      expect(found).toMatchObject({
        kind: 'unreachable',
        code: expect.stringMatching(code),
        words: expect.stringMatching(/\w+ \w+/),
      });
    });

    it('reports a wrong password as a wrong login, not as a network problem', async () => {
      expect(await troubleOf(mailbox.open(fresh({ password: 'wrong' })))).toMatchObject({
        kind: 'auth_failed',
        code: 'WrongLogin',
      });
    });

    it('reports a missing mailbox', async () => {
      expect(await troubleOf(mailbox.open(fresh({}, { mailbox: 'Nowhere' })))).toMatchObject({
        kind: 'unreachable',
        code: 'MailboxMissing',
      });
    });

    it('times out on a server that accepts it and stays silent', async () => {
      const sockets: Socket[] = [];
      const mute = createServer((socket) => void sockets.push(socket));
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
      closers.push(() => {
        for (const socket of sockets) socket.destroy();
        mute.close();
      });
      const address = mute.address();
      const port = typeof address === 'object' && address ? address.port : 0;

      expect(await troubleOf(ungreeted.open(fresh({ port })))).toMatchObject({ code: 'GREETING_TIMEOUT' });
    });

    it('times out when the server falls silent during work', async () => {
      const channel = fresh();
      await deliver(channel, 'Subject: one\r\n\r\ntext\r\n');
      const way = await throughRelay(channel);
      const limits = { ...patient };
      const box = await withLimits(limits).open(way.channel);
      // The short limit applies only from here on: signing in has all the time it needs.
      limits.answerMs = 500;

      way.relay.freeze();

      expect(await troubleOf(box.look(1))).toMatchObject({ kind: 'unreachable' });
      expect(await troubleOf(box.search({ lastUid: 0, done: DONE }))).toMatchObject({ kind: 'unreachable' });
    });

    it('returns whole mails or fails, wherever it is cut or frozen', async () => {
      const channel = fresh();
      const body = Array.from({ length: 40 }, (_, n) => `line ${n} ${'y'.repeat(60)}`).join('\r\n');
      for (const n of [1, 2])
        await deliver(channel, `Message-ID: <cut-${n}@x.test>\r\nSubject: ${n}\r\n\r\n${body}\r\n`);
      const whole = await mailbox.open(channel);
      const truth = await Promise.all([1, 2].map((uid) => whole.source(uid)));
      const lookTruth = (await whole.look(1))?.header;
      await whole.close();
      const random = randomFrom(4_711);
      let failed = 0;

      for (let round = 0; round < 24; round++) {
        const at = random.int(9_000);
        const falls = round % 4 === 3;
        const way = await throughRelay(channel, falls ? { freezeAfter: at } : { cutAfter: at });
        const by = falls ? unanswered : mailbox;
        const outcome = await pollOnce(way.channel, by).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(MailboxError);
          failed += 1;
        } else expect(outcome).toEqual({ uids: [1, 2], header: lookTruth, sources: truth });
        way.relay.close();
      }

      expect(failed).toBeGreaterThan(12);
    });

    it('works when it is slow', async () => {
      const channel = fresh();
      await deliver(channel, 'Subject: slow\r\n\r\ntext\r\n');
      const way = await throughRelay(channel, { delayMs: 30 });

      expect((await pollOnce(way.channel)).uids).toEqual([1]);
    });

    /** Does everything that a poll does over a connection. */
    async function pollOnce(channel: Channel, by = mailbox) {
      const box = await by.open(channel);
      try {
        const uids = await box.search({ lastUid: 0, done: DONE });
        const header = (await box.look(1))?.header;
        const sources = [];
        for (const uid of uids) sources.push(await box.source(uid));
        return { uids, header, sources };
      } finally {
        await box.close();
      }
    }
  });

  it('reports another UIDVALIDITY after the mailbox was recreated', async () => {
    const channel = fresh({}, { mailbox: 'Work' });
    const remake = async () => {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port: imapPort,
        auth: { user: channel.address, pass: MAIL_PASSWORD },
        doSTARTTLS: false,
        logger: false,
      });
      await client.connect();
      await client.mailboxDelete('Work').catch(() => {});
      await client.mailboxCreate('Work');
      await client.append('Work', 'Subject: a\r\n\r\ntext\r\n');
      await client.logout();
      const box = await mailbox.open(channel);
      const found = { state: box.state, uids: await box.search({ lastUid: 0, done: DONE }) };
      await box.close();
      return found;
    };

    const first = await remake();
    const second = await vi.waitFor(async () => {
      const again = await remake();
      expect(again.state.uidValidity).not.toBe(first.state.uidValidity);
      return again;
    }, PATIENCE);

    expect([first.uids, second.uids]).toEqual([[1], [1]]);
  });

  it('finds sent mail in the configured folder, and returns null when it cannot look', async () => {
    const elsewhere = fresh({}, { sentMailbox: 'INBOX' });
    await deliver(elsewhere, 'Message-ID: <sent-1@x.test>\r\nSubject: a\r\n\r\ntext\r\n');

    expect(await mailbox.findSent(elsewhere, 'sent-1@x.test')).toBe(true);
    expect(await mailbox.findSent(fresh({}, { sentMailbox: 'Nowhere' }), 'sent-1@x.test')).toBeNull();
    expect(await mailbox.findSent(fresh({ port: 1 }), 'sent-1@x.test')).toBeNull();
    expect(await mailbox.findSent(testChannel(), 'sent-1@x.test')).toBeNull();
    expect(await mailbox.appendSent(fresh({ port: 1 }), Buffer.from('x'))).toBe(false);
  });

  it('lets a listener reconnect after a cut and look for missed mail', async () => {
    const channel = fresh();
    const way = await throughRelay(channel);
    const exists = vi.fn();
    const states: ListenerState[] = [];
    const listener = mailbox.listen(way.channel, { exists, state: (state) => void states.push(state) });
    closers.push(() => listener.close());
    await vi.waitFor(() => expect(exists).toHaveBeenCalledTimes(1), PATIENCE);

    way.relay.cut();
    await vi.waitFor(() => expect(states).toContain('waiting'), PATIENCE);
    await vi.waitFor(() => expect(exists).toHaveBeenCalledTimes(2), PATIENCE);

    await deliver(channel, 'Subject: after\r\n\r\ntext\r\n');
    await vi.waitFor(() => expect(exists.mock.calls.length).toBeGreaterThan(2), PATIENCE);
    expect(states).toEqual(['connecting', 'idle', 'waiting', 'connecting', 'idle']);
  });
});
