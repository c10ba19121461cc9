import { describe, expect, it } from 'vitest';
import { unavailable } from '#lib/core/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { EmailChannels, EmailDeadLetters, EmailMessages } from '#lib/crm/collections.ts';
import { noticeTopic } from '#lib/crm/topics.ts';
import { Locks } from '#lib/data/locks.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { MailParseError, type MailReader } from '#lib/mail/ports.ts';
import { readSource } from '#lib/mail/read-source.ts';
import { filedMail, rawMail } from '#tests/support/mails.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { askingMail, openPolling, type Polling, subjectsIn, unreadableMail } from '#tests/support/polling.ts';
import { everyRow } from '#tests/support/world.ts';
import { pollChannel } from './poll-channel.ts';
import type { MailboxTrouble } from './ports.ts';

const refused: MailboxTrouble = { kind: 'auth_failed', code: 'WrongLogin', words: 'no' };
const down: MailboxTrouble = { kind: 'unreachable', code: 'ECONNREFUSED', words: 'no' };

const rowOf = async ({ ctx, channel }: Polling) => (await ctx.data.need(EmailChannels, channel.id)).data;
const flagsOf = ({ mailbox, channel }: Polling) => mailbox.mails(channel.id).map(({ flags }) => flags);
const noticesOf = async ({ ctx }: Polling) =>
  (await everyRow(ctx.data, Outbox)).filter(({ data }) => data.topic === noticeTopic.name);

async function filled(count: number): Promise<Polling> {
  const polling = await openPolling();
  for (let n = 1; n <= count; n++) polling.mailbox.deliver(polling.channel.id, askingMail(n));
  return polling;
}

describe('pollChannel', () => {
  it('stores and marks each mail once and fetches nothing in the next poll', async () => {
    const polling = await filled(3);
    const { ctx, channel } = polling;

    const first = await pollChannel(ctx, channel);
    const second = await pollChannel(ctx, channel);

    expect(first).toMatchObject({ status: 'ok', fetched: 3, processed: 3, duplicates: 0, remaining: 0 });
    expect(second).toMatchObject({ status: 'ok', fetched: 0, processed: 0, remaining: 0 });
    expect(await subjectsIn(ctx.data)).toEqual(['Question 1', 'Question 2', 'Question 3']);
    expect(flagsOf(polling)).toEqual(Array.from({ length: 3 }, () => ['$CrmDone', '\\Seen']));
    expect(await rowOf(polling)).toMatchObject({ uidValidity: '1', lastUid: 3, status: 'ok', backlog: 0 });
  });

  it('processes fifty mails per poll and returns the number of remaining mails', async () => {
    const { ctx, channel } = await filled(120);

    const polls = [await pollChannel(ctx, channel), await pollChannel(ctx, channel), await pollChannel(ctx, channel)];

    expect(polls.map(({ processed, remaining }) => [processed, remaining])).toEqual([
      [50, 70],
      [50, 20],
      [20, 0],
    ]);
  });

  it('stores mails that were marked as seen elsewhere before the poll fetched them', async () => {
    const polling = await filled(60);
    const { ctx, channel, mailbox } = polling;
    await pollChannel(ctx, channel);
    const box = await mailbox.open(channel);
    for (const { uid } of mailbox.mails(channel.id)) await box.mark(uid, ['\\Seen']);
    mailbox.deliver(channel.id, askingMail(61), { seen: true });

    const later = await pollChannel(ctx, channel);

    expect(later.processed).toBe(11);
    expect(await subjectsIn(ctx.data)).toHaveLength(61);
  });

  it('does not fetch a stored mail again when a person marks it unread', async () => {
    const polling = await filled(2);
    const { ctx, channel, mailbox } = polling;
    await pollChannel(ctx, channel);
    for (const uid of [1, 2]) mailbox.unmark(channel.id, uid, '\\Seen');

    const again = await pollChannel(ctx, channel);

    expect(again).toMatchObject({ fetched: 0, duplicates: 0 });
    expect(flagsOf(polling)).toEqual([['$CrmDone'], ['$CrmDone']]);
  });

  it('stores the newest 200 unread mails of a new mailbox, and then only new mails', async () => {
    const polling = await openPolling();
    const { ctx, channel, mailbox } = polling;
    for (let n = 1; n <= 230; n++) mailbox.deliver(channel.id, askingMail(n), { seen: n % 23 === 0 });

    let processed = 0;
    for (let n = 0; n < 6; n++) processed += (await pollChannel(ctx, channel)).processed;

    expect(processed).toBe(200);
    expect(await rowOf(polling)).toMatchObject({ lastUid: 230, retryUids: [] });
    const uids = (await everyRow(ctx.data, EmailMessages)).map(({ data }) => data.uid);
    const unread = Array.from({ length: 230 }, (_, at) => at + 1).filter((uid) => uid % 23 !== 0);
    expect(uids.toSorted((a, b) => Number(a) - Number(b))).toEqual(unread.slice(-200));
    mailbox.deliver(channel.id, askingMail(231));
    expect((await pollChannel(ctx, channel)).processed).toBe(1);
  });

  it('rereads only recent mails after a change of UIDVALIDITY and stores no mail twice', async () => {
    const polling = await openPolling();
    const { ctx, channel, mailbox, clock } = polling;
    mailbox.deliver(channel.id, askingMail(1), { at: new Date(clock.now().getTime() - 30 * DAY_MS), seen: true });
    for (const n of [2, 3]) mailbox.deliver(channel.id, askingMail(n));
    await pollChannel(ctx, channel);
    clock.advance(2 * DAY_MS);
    mailbox.deliver(channel.id, askingMail(4), { seen: true });
    mailbox.renumber(channel.id);

    const after = await pollChannel(ctx, channel);

    expect(after).toMatchObject({ processed: 1, duplicates: 2 });
    expect(await subjectsIn(ctx.data)).toEqual(['Question 2', 'Question 3', 'Question 4']);
    expect(await rowOf(polling)).toMatchObject({ uidValidity: '2', lastUid: 4, retryUids: [] });
  });

  it('quarantines an unreadable mail at the third attempt and processes the other mails meanwhile', async () => {
    const polling = await openPolling();
    const { ctx, channel, mailbox } = polling;
    mailbox.deliver(channel.id, unreadableMail(1));
    mailbox.deliver(channel.id, askingMail(2));

    const polls = [await pollChannel(ctx, channel), await pollChannel(ctx, channel), await pollChannel(ctx, channel)];
    const after = await pollChannel(ctx, channel);

    expect(polls.map(({ status, processed, failed, quarantined }) => [status, processed, failed, quarantined])).toEqual(
      [
        ['partial', 1, 1, 0],
        ['partial', 0, 1, 0],
        ['ok', 0, 0, 1],
      ],
    );
    expect(after).toMatchObject({ status: 'ok', fetched: 0 });
    expect(flagsOf(polling)[0]).toEqual(['$CrmFailed', '\\Seen']);
    const letters = await everyRow(ctx.data, EmailDeadLetters);
    expect(letters.map(({ data }) => [data.uid, data.attempts])).toEqual([[1, 3]]);
  });

  it('runs one poll at a time for each channel', async () => {
    const { ctx, channel } = await filled(20);

    const polls = await Promise.all([1, 2, 3].map(() => pollChannel(ctx, channel)));

    expect(polls.map(({ status }) => status).sort()).toEqual(['locked', 'locked', 'ok']);
    expect(await subjectsIn(ctx.data)).toHaveLength(20);
    expect((await ctx.data.get(Locks, `mail-${channel.id}`))?.data.until).toBeNull();
  });

  it('stores nothing after another process has taken the lease', async () => {
    const { ctx, channel, mailbox } = await filled(3);
    const stolen: typeof mailbox = {
      ...mailbox,
      open: async (of) => {
        const lock = await ctx.data.need(Locks, `mail-${of.id}`);
        await ctx.data.set(Locks, lock.id, { ...lock.data, owner: 'run_thief', fence: lock.data.fence + 1 });
        return mailbox.open(of);
      },
    };

    const poll = await pollChannel({ ...ctx, mailbox: stolen }, channel);

    expect(poll).toMatchObject({ status: 'locked', error: 'LEASE_LOST', processed: 0 });
    expect(await subjectsIn(ctx.data)).toEqual([]);
  });

  it('reconnects after a connection is lost at any call and stores no mail twice', async () => {
    for (let calls = 0; calls <= 12; calls++) {
      const polling = await filled(3);
      const { ctx, channel, mailbox } = polling;
      mailbox.breakAfter(channel.id, calls);

      const poll = await pollChannel(ctx, channel);
      await pollChannel(ctx, channel);

      expect(poll.status, `after ${calls} calls`).toBe('ok');
      expect(await subjectsIn(ctx.data)).toHaveLength(3);
      expect(flagsOf(polling).every((flags) => flags.includes('\\Seen'))).toBe(true);
    }
  });

  it('backs off up to 30 minutes while the server is unreachable, notifies admins once and recovers', async () => {
    const polling = await filled(1);
    const { ctx, channel, mailbox, clock } = polling;
    mailbox.fail(channel.id, down);
    const waits: number[] = [];
    for (let n = 0; n < 7; n++) {
      expect((await pollChannel(ctx, channel)).status).toBe('unreachable');
      const { nextPollAt } = await rowOf(polling);
      waits.push((Date.parse(nextPollAt ?? '') - clock.now().getTime()) / MINUTE_MS);
      expect(await pollChannel(ctx, channel)).toMatchObject({ status: 'backoff', error: 'ECONNREFUSED' });
      clock.set(nextPollAt ?? '');
    }

    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(await noticesOf(polling)).toHaveLength(1);
    expect(await rowOf(polling)).toMatchObject({ status: 'unreachable', consecutiveFailures: 7 });
    mailbox.fail(channel.id, null);
    expect(await pollChannel(ctx, channel)).toMatchObject({ status: 'ok', processed: 1 });
    expect(await rowOf(polling)).toMatchObject({ status: 'ok', consecutiveFailures: 0, nextPollAt: null });
  });

  it('waits an hour after the third rejected login, unless the poll is forced', async () => {
    const polling = await filled(1);
    const { ctx, channel, mailbox, clock } = polling;
    mailbox.fail(channel.id, refused);
    for (let n = 0; n < 3; n++) {
      expect((await pollChannel(ctx, channel, { force: true })).status).toBe('auth_failed');
      clock.advance(1);
    }

    const { status, nextPollAt } = await rowOf(polling);
    expect(status).toBe('auth_failed');
    expect(Date.parse(nextPollAt ?? '')).toBe(clock.now().getTime() - 1 + HOUR_MS);
    mailbox.fail(channel.id, null);
    expect((await pollChannel(ctx, channel)).status).toBe('backoff');
    expect((await pollChannel(ctx, channel, { force: true })).status).toBe('ok');
  });

  it('polls at once after the configuration has changed', async () => {
    const { ctx, channel, mailbox } = await filled(1);
    mailbox.fail(channel.id, refused);
    for (let n = 0; n < 3; n++) await pollChannel(ctx, channel, { force: true });
    mailbox.fail(channel.id, null);
    const mended = { ...channel, imap: channel.imap && { ...channel.imap, password: 'right' } };

    expect(await pollChannel(ctx, mended)).toMatchObject({ status: 'ok', processed: 1 });
  });

  it('counts no failure against the mail or the mailbox when the store fails', async () => {
    const polling = await filled(2);
    const { ctx, channel } = polling;
    await pollChannel(ctx, channel);
    polling.mailbox.deliver(channel.id, askingMail(3));
    const tx: typeof ctx.data.tx = (work, options) =>
      options?.lane?.toString().startsWith('email_messages')
        ? Promise.reject(Object.assign(new Error('disk'), { code: 'ENOSPC', syscall: 'write' }))
        : ctx.data.tx(work, options);

    const poll = await pollChannel({ ...ctx, data: { ...ctx.data, tx } }, channel);

    expect(poll).toMatchObject({ status: 'partial', failed: 1, quarantined: 0 });
    expect(await rowOf(polling)).toMatchObject({ lastUid: 2, retryUids: [], consecutiveFailures: 0 });
    expect(await pollChannel(ctx, channel)).toMatchObject({ status: 'ok', processed: 1 });
  });

  it('sets the seen flag alone on a server that allows no keywords', async () => {
    const polling = await filled(2);
    const { ctx, channel, mailbox } = polling;
    mailbox.allowKeywords(channel.id, false);

    await pollChannel(ctx, channel);

    expect(flagsOf(polling)).toEqual([['\\Seen'], ['\\Seen']]);
    expect(await pollChannel(ctx, channel)).toMatchObject({ fetched: 0 });
  });

  it('reads new mail of a mailbox that accepts no flags, despite sixty unread mails', async () => {
    const polling = await filled(60);
    const { ctx, channel, mailbox } = polling;
    mailbox.allowMarks(channel.id, false);
    const polls = [await pollChannel(ctx, channel), await pollChannel(ctx, channel)];
    mailbox.deliver(channel.id, askingMail(61));

    const later = await pollChannel(ctx, channel);

    expect(polls.map(({ processed }) => processed)).toEqual([50, 10]);
    expect(later).toMatchObject({ status: 'ok', processed: 1, duplicates: 0, remaining: 0 });
    expect(await subjectsIn(ctx.data)).toHaveLength(61);
    const told = ctx.lines.filter(({ event }) => event === 'mail.not_marked');
    expect(told.map(({ facts }) => facts.count)).toEqual([50, 60, 61]);
  });

  it('keeps the attachments of a mail whose size the server overstates', async () => {
    const { ctx, channel, mailbox } = await openPolling();
    const uid = mailbox.deliver(channel.id, rawMail(filedMail(1)));
    mailbox.claimSize(channel.id, uid, 4_000);

    await pollChannel(ctx, channel);

    const [row] = await everyRow(ctx.data, EmailMessages);
    expect(row?.data.flags).not.toContain('truncated');
    expect(row?.data.attachments).toMatchObject([{ filename: 'bill.txt', stored: true }]);
    expect(row?.data.rawKey).not.toBeNull();
  });

  it('counts no attempt against a mail while the file store is unavailable', async () => {
    const files = openMemoryFiles();
    let isDown = true;
    const put: typeof files.put = (key, bytes) =>
      isDown ? Promise.reject(unavailable('no', { code: 'FilesUnavailable' })) : files.put(key, bytes);
    const polling = await openPolling({ files: { ...files, put } });
    const { ctx, channel, mailbox } = polling;
    mailbox.deliver(channel.id, askingMail(1));
    for (let n = 0; n < 4; n++) expect((await pollChannel(ctx, channel)).status).toBe('partial');

    const { retryUids, ...health } = await rowOf(polling);
    isDown = false;
    const after = await pollChannel(ctx, channel);

    expect(retryUids.filter(({ attempts }) => attempts > 0)).toEqual([]);
    expect(health).toMatchObject({ lastErrorCode: 'FilesUnavailable', consecutiveFailures: 0, nextPollAt: null });
    expect(after).toMatchObject({ status: 'ok', processed: 1, quarantined: 0 });
  });

  it('continues after a mail that always breaks the connection and stores the beginning of that mail', async () => {
    const { ctx, channel, mailbox } = await openPolling();
    const long = rawMail({ subject: 'Question 0', text: `Where is it?\r\n${'word '.repeat(400_000)}` });
    mailbox.breakAt(channel.id, mailbox.deliver(channel.id, long), 1_500_000);
    for (const n of [1, 2]) mailbox.deliver(channel.id, askingMail(n));

    const polls = [];
    for (let n = 0; n < 3; n++) polls.push(await pollChannel(ctx, channel, { force: true }));

    expect(polls.map(({ status, processed }) => [status, processed])).toEqual([
      ['unreachable', 0],
      ['unreachable', 2],
      ['ok', 1],
    ]);
    const rows = await everyRow(ctx.data, EmailMessages);
    expect(rows.find(({ data }) => data.subject === 'Question 0')?.data.flags).toContain('truncated');
  });

  it('quarantines a mail whose beginning cannot be fetched and then returns to ok', async () => {
    const { ctx, channel, mailbox } = await openPolling();
    mailbox.breakAt(channel.id, mailbox.deliver(channel.id, askingMail(1)), 10);

    for (let n = 0; n < 3; n++) await pollChannel(ctx, channel, { force: true });
    mailbox.deliver(channel.id, askingMail(2));
    const after = await pollChannel(ctx, channel, { force: true });

    expect(after).toMatchObject({ status: 'ok', processed: 1, remaining: 0 });
    const letters = await everyRow(ctx.data, EmailDeadLetters);
    expect(letters.map(({ data }) => [data.uid, data.errorCode, data.rawKey])).toEqual([[1, 'NotFetched', null]]);
  });

  it('quarantines a mail at the first attempt when parsing times out and processes the next mail', async () => {
    const { ctx, channel, mailbox } = await openPolling();
    const tools = await ctx.mailTools();
    const mailReader: MailReader = {
      read: (source) =>
        'raw' in source && Buffer.from(source.raw).includes('broken-1')
          ? Promise.reject(new MailParseError('Timeout'))
          : readSource(tools, source),
      readPosted: () => Promise.reject(new Error('nothing is posted here')),
      close: async () => undefined,
    };
    mailbox.deliver(channel.id, unreadableMail(1));
    mailbox.deliver(channel.id, askingMail(2));

    const poll = await pollChannel({ ...ctx, mailReader }, channel);

    expect(poll).toMatchObject({ processed: 1, quarantined: 1, failed: 0 });
    const letters = await everyRow(ctx.data, EmailDeadLetters);
    expect(letters.map(({ data }) => [data.errorCode, data.attempts])).toEqual([['Timeout', 1]]);
  });

  it('processes the other mails when our parser throws on a header', async () => {
    const polling = await openPolling();
    const { ctx, channel, mailbox } = polling;
    const tools = await ctx.mailTools();
    const parse: typeof tools.parse = (raw) =>
      Buffer.from(raw).includes('broken-1') ? Promise.reject(new TypeError('tripped')) : tools.parse(raw);
    mailbox.deliver(channel.id, unreadableMail(1));
    mailbox.deliver(channel.id, askingMail(2));

    const poll = await pollChannel({ ...ctx, mailTools: async () => ({ ...tools, parse }) }, channel);

    expect(poll).toMatchObject({ status: 'partial', processed: 1, failed: 1 });
  });

  it('opens no connection for a channel without a mailbox', async () => {
    const { ctx, channel, mailbox } = await openPolling();

    expect(await pollChannel(ctx, { ...channel, imap: null })).toMatchObject({ status: 'not_configured' });
    expect(mailbox.opened(channel.id)).toBe(0);
  });
});
