import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { channelRow, listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import { type PollOptions, pollChannel } from '#lib/crm/mailboxes/poll-channel.ts';
import type { Channel, Mailbox, MailServer } from '#lib/crm/mailboxes/ports.ts';
import { pollChannels } from '#lib/crm/mailboxes/processor.ts';
import type { ImapLimits } from '#services/mail/imap-connection.ts';
import { openImapMailbox } from '#services/mail/imap-mailbox.ts';
import { openMailTokens } from '#services/mail/mail-oauth.ts';
import { seedOf } from '#tests/support/chance.ts';
import { testChannel, testServer } from '#tests/support/channel.ts';
import { openClock } from '#tests/support/clock.ts';
import { testContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { MAIL_PASSWORD, startMailServers } from '#tests/support/mail-servers.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { askingMail, book, subjectsIn } from '#tests/support/polling.ts';
import { randomFrom } from '#tests/support/random.ts';
import { type BadLine, openRelay } from '#tests/support/relay.ts';

/** `POLL_SEED` repeats a printed failure; `POLL_CUTS` makes the run longer. */
const seed = seedOf('POLL_SEED');
const CUTS = sizeOf('POLL_CUTS', { short: 8, long: 60 });
/** Limits for connections that work, that fall silent, and that are silent from the beginning. */
const patient = { connectMs: 60_000, greetingMs: 60_000, silentMs: 60_000, answerMs: 60_000 };
const quick = { ...patient, greetingMs: 1_000, silentMs: 1_000, answerMs: 3_000 };
const ungreeted = { ...patient, greetingMs: 500 };

const servers = await startMailServers();
afterAll(() => servers?.close());
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

describe.skipIf(servers === null)('F5 a failing mailbox', () => {
  if (servers === null) return;
  const { imapPort, lmtpPort } = servers;
  const lmtp = createTransport({ host: '127.0.0.1', port: lmtpPort, lmtp: true, ignoreTLS: true, pool: true });
  afterAll(() => lmtp.close());
  let boxes = 0;

  /** Opens a channel over Dovecot in a world of its own. The clock is moved past each pause of the channel. */
  async function openBox(more: Partial<Channel> = {}) {
    const clock = openClock(new Date().toISOString());
    const user = `line-${process.pid}-${boxes++}@example.test`;
    const server = testServer(imapPort, { user, password: MAIL_PASSWORD });
    const channel = testChannel({ imap: server, ...more });
    const within = (limits: ImapLimits) => openImapMailbox(openMailTokens(clock.now), { now: clock.now }, limits);
    const ctx = await testContext({
      now: clock.now,
      mailbox: within(patient),
      channels: book(channel),
    });
    let sent = 0;
    return {
      ctx,
      within,
      channel,
      user,
      with: (patch: Partial<MailServer>): Channel => ({ ...channel, imap: { ...server, ...patch } }),
      deliver: async (count: number) => {
        for (const to = sent + count; sent < to; )
          await lmtp.sendMail({
            envelope: { from: 'asker@asker.test', to: user },
            raw: askingMail(++sent, text(sent)),
          });
      },
      sent: () => Array.from({ length: sent }, (_, n) => `Question ${n + 1}`).sort(),
      stored: () => subjectsIn(ctx.data),
      health: async () => (await listChannels({ ...ctx, channels: book(channel) })).channels[0]?.health,
      poll: (of = channel, options: PollOptions = {}) => pollChannel(ctx, of, options),
      pollWithin: (limits: ImapLimits, of: Channel, options: PollOptions = {}) =>
        pollChannel({ ...ctx, mailbox: within(limits) }, of, options),
      /** Runs the next poll over a working connection, after the channel's pause. */
      recover: async () => {
        const { nextPollAt } = await channelRow(ctx, channel);
        if (nextPollAt !== null) clock.set(nextPollAt);
        return pollChannel(ctx, channel);
      },
    };
  }

  async function portThrough(bad: BadLine = {}): Promise<number> {
    const relay = await openRelay(`127.0.0.1:${imapPort}`, bad);
    closers.push(() => relay.close());
    return Number(relay.host.split(':')[1]);
  }

  it(`loses and repeats nothing, wherever its connection is cut or frozen (POLL_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const box = await openBox();
    const failed: string[] = [];

    for (let round = 0; round < CUTS; round++) {
      const bad = badLine(random.int(16), random.int(9_000));
      const where = `cut ${round} of seed ${seed}: ${JSON.stringify(bad)}`;
      await box.deliver(2);
      const port = await portThrough(bad);
      const limits = bad.freezeAfter === undefined ? patient : quick;
      const cut = await box.pollWithin(limits, box.with({ port }));
      const health = await box.health();
      const again = await box.recover();

      expect(['ok', 'unreachable'], where).toContain(cut.status);
      if (cut.status === 'unreachable') {
        failed.push(cut.error ?? '');
        expect(health, where).toMatchObject({ status: 'backoff', lastErrorCode: cut.error, consecutiveFailures: 1 });
      }
      expect(again, where).toMatchObject({ status: 'ok', failed: 0, quarantined: 0, remaining: 0 });
      expect(await box.health(), where).toMatchObject({ status: 'ok', consecutiveFailures: 0, backlog: 0 });
      expect(await box.stored(), where).toEqual(box.sent());
    }

    // About half of the cuts come before the server's last line; by chance it may be a quarter.
    expect(failed.length).toBeGreaterThan(CUTS / 10);
    expect(failed.filter((code) => code === '')).toEqual([]);
    expect(await unmarkedIn(box.user)).toEqual([]);
  });

  it('times out when the server accepts a connection and stays silent, without delaying other channels', async () => {
    const [hung, beside] = [await openBox(), await openBox()];
    const fine = { ...beside.channel, id: 'fine' };
    await Promise.all([hung.deliver(3), beside.deliver(3)]);
    const port = await portThrough({ freezeAfter: 0 });
    const [silent, answering] = [hung.within(ungreeted), hung.within(patient)];
    const isStored = async () => (await hung.stored()).length === 3;
    const mailbox: Mailbox = {
      ...answering,
      open: async (channel) => {
        if (channel.id === fine.id) return answering.open(channel);
        // The silent connection ends only after the other channel has been read.
        await expect.poll(isStored, PATIENCE).toBe(true);
        return silent.open(channel);
      },
    };
    const ctx = { ...hung.ctx, mailbox, channels: book(hung.with({ port }), fine) };

    const report = await pollChannels(ctx, { force: true });
    const first = await hung.health();
    for (let n = 0; n < 2; n++) await hung.pollWithin(ungreeted, hung.with({ port }), { force: true });
    const third = await hung.health();
    const rests = await hung.pollWithin(ungreeted, hung.with({ port }));

    expect(report).toMatchObject({
      success: false,
      channels: [{ status: 'unreachable' }, { status: 'ok', processed: 3 }],
    });
    expect(first).toMatchObject({ status: 'backoff', lastErrorCode: 'GREETING_TIMEOUT', consecutiveFailures: 1 });
    expect(third).toMatchObject({ status: 'unreachable', consecutiveFailures: 3 });
    expect(rests).toMatchObject({ status: 'backoff', error: 'GREETING_TIMEOUT' });
    expect(await hung.recover()).toMatchObject({ status: 'ok', processed: 3 });
    expect(await hung.health()).toMatchObject({ status: 'ok', consecutiveFailures: 0, nextPollAt: null });
  });

  it('reports a refused login, and is read completely once the password is right', async () => {
    const box = await openBox();
    await box.deliver(2);
    await box.poll();
    await box.deliver(2);
    const wrong = box.with({ password: 'wrong' });

    const polls = [];
    for (let n = 0; n < 3; n++) polls.push(await box.poll(wrong, { force: true }));
    const rests = await box.poll(wrong);
    const health = await box.health();
    const mended = await box.poll();

    expect(polls.map(({ status, error }) => [status, error])).toEqual(polls.map(() => ['auth_failed', 'WrongLogin']));
    expect(rests.status).toBe('backoff');
    expect(health).toMatchObject({ status: 'auth_failed', lastErrorCode: 'WrongLogin', consecutiveFailures: 3 });
    expect(mended).toMatchObject({ status: 'ok', processed: 2 });
    expect(await box.stored()).toEqual(box.sent());
    expect(await box.health()).toMatchObject({ status: 'ok', consecutiveFailures: 0, nextPollAt: null });
  });

  it('is read from the start after it was recreated, and stores nothing twice', async () => {
    const box = await openBox({ mailbox: 'Work' });
    const first = await remake(box.user, [1, 2, 3]);
    await box.poll();
    // The same UIDVALIDITY may be assigned twice within one second.
    let second = await remake(box.user, [3, 1, 4, 2, 5], [5]);
    while (second === first) second = await remake(box.user, [3, 1, 4, 2, 5], [5]);

    const polled = await box.poll();
    const quiet = await box.poll();

    expect(polled).toMatchObject({ status: 'ok', processed: 2, duplicates: 3, remaining: 0 });
    expect(quiet).toMatchObject({ status: 'ok', fetched: 0, processed: 0 });
    expect(await box.stored()).toEqual([1, 2, 3, 4, 5].map((n) => `Question ${n}`));
    expect((await channelRow(box.ctx, box.channel)).uidValidity).toBe(second);
  });

  async function asOwner<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const auth = { user, pass: MAIL_PASSWORD };
    const client = new ImapFlow({ host: '127.0.0.1', port: imapPort, auth, doSTARTTLS: false, logger: false });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  /** Recreates the mailbox with these mails, some of them marked as read; returns its new UIDVALIDITY. */
  const remake = (user: string, mails: readonly number[], seen: readonly number[] = []) =>
    asOwner(user, async (client) => {
      await client.mailboxDelete('Work').catch(() => undefined);
      await client.mailboxCreate('Work');
      for (const n of mails) await client.append('Work', askingMail(n), seen.includes(n) ? ['\\Seen'] : []);
      return String((await client.mailboxOpen('Work')).uidValidity);
    });

  const unmarkedIn = (user: string) =>
    asOwner(user, async (client) => {
      await client.mailboxOpen('INBOX');
      return client.search({ or: [{ seen: false }, { not: { keyword: '$CrmDone' } }] }, { uid: true });
    });
});

/** About two kilobytes, so that a cut hits the mail as often as the commands around it. */
const text = (n: number): string => `Where is parcel ${n}?\r\n${`${'x'.repeat(70)}\r\n`.repeat(24)}`;

/** Returns mostly a cut of the server's bytes, sometimes of the client's, or silence; each starts at some byte. */
function badLine(way: number, at: number): BadLine {
  if (way === 0) return { freezeAfter: at };
  return way < 5 ? { cutAfterSent: Math.floor(at / 8) } : { cutAfter: at };
}
