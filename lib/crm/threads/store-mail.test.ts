import { describe, expect, it } from 'vitest';
import { EmailContacts, EmailDrafts, EmailMessages, EmailMsgids, EmailThreads } from '#lib/crm/collections.ts';
import { testContext } from '#tests/support/context.ts';
import { rawMail, takeMail, twoChannels } from '#tests/support/mails.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { everyEffect, everyRow } from '#tests/support/world.ts';
import { joinThreads } from './merge-threads.ts';
import { completeMerge } from './move-merged.ts';

const inbox = () => testContext({ vars: twoChannels });
const bounceOf = (mid: string, address: string) =>
  Buffer.from(
    [
      'From: Mail Delivery System <mailer-daemon@mx.test>',
      'To: help@plaza.test',
      'Subject: Undelivered Mail Returned to Sender',
      `Message-ID: <bounce-${mid}>`,
      'Date: Mon, 02 Mar 2026 09:30:00 +0000',
      'Return-Path: <>',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain',
      '',
      'Your message could not be delivered.',
      '--b1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.test',
      '',
      `Final-Recipient: rfc822; ${address}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 user unknown',
      '',
      '--b1',
      'Content-Type: message/rfc822',
      '',
      'From: help@plaza.test',
      `To: ${address}`,
      `Message-ID: <${mid}>`,
      'Subject: Re: A question',
      '',
      'Hello',
      '--b1--',
      '',
    ].join('\r\n'),
  );

describe('storeMail', () => {
  it('creates one message, thread, contact, effect and notice for twenty deliveries of one mail', async () => {
    const ctx = await inbox();
    const raw = rawMail({ mid: 'one@shop.test', subject: 'Where is it?' });

    const stored = await Promise.all(Array.from({ length: 20 }, () => takeMail(ctx, raw)));

    expect(stored.filter(({ status }) => status === 'processed')).toHaveLength(1);
    expect(new Set(stored.map(({ id, threadId }) => `${id} ${threadId}`)).size).toBe(1);
    const [messages, threads, contacts, outbox] = await Promise.all([
      everyRow(ctx.data, EmailMessages),
      everyRow(ctx.data, EmailThreads),
      everyRow(ctx.data, EmailContacts),
      everyEffect(ctx.data),
    ]);
    expect([messages, threads, contacts].map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(threads[0]?.data).toMatchObject({ status: 'new', subject: 'Where is it?', messageCount: 1, unreadCount: 1 });
    expect(contacts[0]?.data).toMatchObject({ email: 'anna@shop.test', name: 'Anna Kovalenko', messageCount: 1 });
    const topics = outbox.filter(({ data }) => data.status === 'waiting').map(({ data }) => data.topic);
    expect(topics.filter((topic) => topic === 'crm.enrich')).toHaveLength(1);
    expect(topics.filter((topic) => topic === 'crm.notice')).toHaveLength(1);
  });

  it('keeps the files of the stored row and deletes those of concurrent deliveries', async () => {
    const files = openMemoryFiles();
    const ctx = await testContext({ vars: twoChannels, files });
    const raw = rawMail({ attachment: { name: 'bill.txt', type: 'text/plain', text: 'one mug' } });

    await Promise.all(Array.from({ length: 5 }, () => takeMail(ctx, raw)));
    await ctx.drain();

    const [message] = await everyRow(ctx.data, EmailMessages);
    expect(files.keys()).toEqual([`${message?.data.filesKey}/a1`, `${message?.data.filesKey}/raw`]);
    expect(message?.data.attachments).toMatchObject([{ id: 'a1', filename: 'bill.txt', stored: true }]);
  });

  it('deletes the files of a mail whose process died before the row was written', async () => {
    const files = openMemoryFiles();
    const ctx = await testContext({ vars: twoChannels, files });
    const dying = {
      ...ctx,
      data: { ...ctx.data, tx: async () => Promise.reject(new Error('the process died')) },
    } as typeof ctx;

    await expect(takeMail(dying)).rejects.toThrow('died');
    expect(files.keys()).toHaveLength(1);
    ctx.clock.advance(3_700_000);
    await ctx.drain();

    expect(files.keys()).toEqual([]);
  });

  it('stores another mail with the same Message-ID as a separate message', async () => {
    const ctx = await inbox();

    const first = await takeMail(ctx, { mid: 'same@shop.test', subject: 'One' });
    const other = await takeMail(ctx, { mid: 'same@shop.test', subject: 'Two', from: 'bob@other.test' });
    const again = await takeMail(ctx, { mid: 'same@shop.test', subject: 'Two', from: 'bob@other.test' });

    expect(other.status).toBe('processed');
    expect(other.id).not.toBe(first.id);
    expect(other.threadId).not.toBe(first.threadId);
    expect(again).toMatchObject({ status: 'duplicate', id: other.id });
    expect((await ctx.data.need(EmailMessages, other.id)).data.flags).toContain('messageIdReused');
  });

  it('recognises a repeated mail without a Message-ID by its bytes', async () => {
    const ctx = await inbox();
    const raw = rawMail({ mid: null });

    const first = await takeMail(ctx, raw);
    const again = await takeMail(ctx, raw, { uid: 7 });

    expect(again).toMatchObject({ status: 'duplicate', id: first.id });
    expect((await ctx.data.need(EmailMessages, first.id)).data).toMatchObject({ uid: 7, flags: ['generatedId'] });
  });

  it('stores one mail to two channels as two messages that refer to each other', async () => {
    const ctx = await inbox();
    const raw = rawMail({ to: 'help@plaza.test, sales@plaza.test' });

    const help = await takeMail(ctx, raw, { channelId: 'help' });
    const sales = await takeMail(ctx, raw, { channelId: 'sales' });

    expect(sales.threadId).not.toBe(help.threadId);
    const rows = await ctx.data.getMany(EmailMessages, [help.id, sales.id]);
    expect(rows.map((row) => row?.data.alsoIn)).toEqual([
      [{ channelId: 'sales', messageId: sales.id }],
      [{ channelId: 'help', messageId: help.id }],
    ]);
  });

  it('links the messages in two channels when both receive the mail concurrently, and again', async () => {
    const ctx = await inbox();
    const raw = rawMail({ to: 'help@plaza.test, sales@plaza.test' });
    const take = () => Promise.all(['help', 'sales'].map((channelId) => takeMail(ctx, raw, { channelId })));

    const [[help, sales]] = [await take(), await take()];

    const rows = await ctx.data.getMany(EmailMessages, [help?.id ?? '', sales?.id ?? '']);
    expect(rows.map((row) => row?.data.alsoIn)).toEqual([
      [{ channelId: 'sales', messageId: sales?.id }],
      [{ channelId: 'help', messageId: help?.id }],
    ]);
  });

  it('does not link different mails with the same Message-ID in two channels', async () => {
    const ctx = await inbox();

    const help = await takeMail(ctx, { mid: 'same@shop.test', subject: 'One' }, { channelId: 'help' });
    const sales = await takeMail(ctx, { mid: 'same@shop.test', subject: 'Two' }, { channelId: 'sales' });

    const rows = await ctx.data.getMany(EmailMessages, [help.id, sales.id]);
    expect(rows.map((row) => row?.data.alsoIn)).toEqual([[], []]);
  });

  it('restores an erased thread when a thread with content is merged into it', async () => {
    const ctx = await inbox();
    const one = await takeMail(ctx, { mid: 'a@shop.test' });
    await ctx.data.update(EmailThreads, one.threadId, { subject: '', erasedAt: ctx.now().toISOString() });
    ctx.clock.advance(1_000);
    const two = await takeMail(ctx, { mid: 'b@shop.test', subject: 'Still there' });

    await joinThreads(ctx, [one.threadId, two.threadId]);

    const { data } = await ctx.data.need(EmailThreads, one.threadId);
    expect(data).toMatchObject({ subject: 'Still there', erasedAt: null, mergedFrom: [two.threadId] });
  });

  it('merges two threads that a mail refers to and moves their messages and ids', async () => {
    const ctx = await inbox();
    const one = await takeMail(ctx, { mid: 'a@shop.test', text: 'one' });
    ctx.clock.advance(1_000);
    const two = await takeMail(ctx, { mid: 'b@shop.test', from: 'bob@shop.test', text: 'two' });
    ctx.clock.advance(1_000);

    const third = await takeMail(ctx, { mid: 'c@shop.test', inReplyTo: 'b@shop.test', references: ['a@shop.test'] });
    await ctx.drain();

    expect(third.threadId).toBe(one.threadId);
    const survivor = (await ctx.data.need(EmailThreads, one.threadId)).data;
    expect(survivor).toMatchObject({ messageCount: 3, unreadCount: 3, mergedFrom: [], mergedInto: null });
    expect(survivor.participants.map(({ email }) => email).sort()).toEqual(['anna@shop.test', 'bob@shop.test']);
    expect((await ctx.data.need(EmailThreads, two.threadId)).data.mergedInto).toBe(one.threadId);
    const messages = await everyRow(ctx.data, EmailMessages);
    expect(new Set(messages.map(({ data }) => data.threadId))).toEqual(new Set([one.threadId]));
    const ids = await everyRow(ctx.data, EmailMsgids);
    expect(new Set(ids.map(({ data }) => data.threadId))).toEqual(new Set([one.threadId]));
    const anna = (await everyRow(ctx.data, EmailContacts)).find(({ data }) => data.email === 'anna@shop.test');
    expect(anna?.data).toMatchObject({ threadCount: 1, messageCount: 2 });
  });

  it('moves mails to the final thread when their target is merged during the move', async () => {
    const ctx = await inbox();
    const ids: string[] = [];
    for (const mid of ['a@shop.test', 'b@shop.test', 'c@shop.test']) {
      ids.push((await takeMail(ctx, { mid })).threadId);
      ctx.clock.advance(1_000);
    }
    const [oldest = '', middle = '', youngest = ''] = ids;
    await joinThreads(ctx, [middle, youngest]);
    let isFirst = true;
    const slow: typeof ctx.data.find = async (query) => {
      const page = await ctx.data.find(query);
      if (!isFirst) return page;
      isFirst = false;
      await joinThreads(ctx, [oldest, middle]);
      await completeMerge(ctx, { threadId: oldest, join: [] });
      return page;
    };

    await completeMerge({ ...ctx, data: { ...ctx.data, find: slow } }, { threadId: middle, join: [] });

    const messages = await everyRow(ctx.data, EmailMessages);
    expect(messages.map(({ data }) => data.threadId)).toEqual([oldest, oldest, oldest]);
    expect((await ctx.data.need(EmailThreads, oldest)).data.mergedFrom).toEqual([]);
  });

  it.each([
    ['text', { text: '> Could you send us a photograph of it?\n\nThe photograph is attached.' }],
    [
      'HTML',
      { html: '<blockquote>Could you send us a photograph of it?</blockquote><p>The photograph is attached.</p>' },
    ],
  ])('builds the preview and the summary from new text, not from quotes: %s', async (_, mail) => {
    const ctx = await inbox();
    const { id, threadId } = await takeMail(ctx, mail);
    await ctx.drain();

    const { data } = await ctx.data.need(EmailThreads, threadId);
    expect(data.preview).toBe('The photograph is attached.');
    expect(data.summary).toBe('The photograph is attached.');
    expect((await ctx.data.need(EmailMessages, id)).data.textPreview).toContain('Could you send us');
  });

  it('does not thread by subject', async () => {
    const ctx = await inbox();

    const one = await takeMail(ctx, { subject: 'Re: Your order' });
    const two = await takeMail(ctx, { subject: 'Re: Your order' });

    expect(two.threadId).not.toBe(one.threadId);
  });

  it('keeps replies of several recipients to one mail of ours, and the mails after them, in separate threads', async () => {
    const ctx = await inbox();
    const news = await takeMail(ctx, {
      mid: 'news@plaza.test',
      from: 'help@plaza.test',
      to: 'anna@shop.test, bob@shop.test',
    });

    const anna = await takeMail(ctx, { mid: 'a1@shop.test', inReplyTo: 'news@plaza.test' });
    const bob = await takeMail(ctx, { mid: 'b1@shop.test', from: 'bob@shop.test', inReplyTo: 'news@plaza.test' });
    const ours = await takeMail(ctx, {
      mid: 'r1@plaza.test',
      from: 'help@plaza.test',
      to: 'anna@shop.test',
      inReplyTo: 'a1@shop.test',
      references: ['news@plaza.test', 'a1@shop.test'],
    });
    const more = await takeMail(ctx, {
      inReplyTo: 'r1@plaza.test',
      references: ['news@plaza.test', 'a1@shop.test', 'r1@plaza.test'],
    });

    expect(new Set([news.threadId, anna.threadId, bob.threadId]).size).toBe(3);
    expect([ours.threadId, more.threadId]).toEqual([anna.threadId, anna.threadId]);
    expect((await ctx.data.need(EmailThreads, bob.threadId)).data.relatedThreadId).toBe(news.threadId);
  });

  it('marks our mail and its contact as bounced, reopens the thread and opens a task', async () => {
    const ctx = await inbox();
    const asked = await takeMail(ctx, { mid: 'q@shop.test' });
    const sent = await takeMail(ctx, {
      mid: 'ours@plaza.test',
      from: 'help@plaza.test',
      to: 'anna@shop.test',
      inReplyTo: 'q@shop.test',
      date: 'Mon, 02 Mar 2026 09:10:00 +0000',
    });
    expect((await ctx.data.need(EmailThreads, asked.threadId)).data.status).toBe('waiting');

    const bounce = await takeMail(ctx, bounceOf('ours@plaza.test', 'anna@shop.test'));

    expect(bounce.threadId).toBe(asked.threadId);
    expect((await ctx.data.need(EmailThreads, asked.threadId)).data).toMatchObject({
      status: 'ongoing',
      openTaskCount: 1,
      flags: ['bounced'],
    });
    expect((await ctx.data.need(EmailMessages, sent.id)).data).toMatchObject({
      deliveryStatus: 'bounced',
      bouncedBy: bounce.id,
    });
    const [contact] = await everyRow(ctx.data, EmailContacts);
    expect(contact?.data.emailStatus).toBe('bounced');
  });

  it('creates no contact and no draft for a mail that spoofs our address', async () => {
    const ctx = await testContext({ vars: { ...twoChannels, CRM_CHANNEL_HELP_AUTHSERV_ID: 'mx.plaza.test' } });
    const headers = ['Authentication-Results: mx.plaza.test; dmarc=fail header.from=plaza.test'];

    const { id } = await takeMail(ctx, { from: 'Boss <help@plaza.test>', subject: 'Where is my order?', headers });
    await ctx.drain();

    const { data } = await ctx.data.need(EmailMessages, id);
    expect(data).toMatchObject({ kind: 'human', flags: ['spoofSuspected'], intent: 'order_status' });
    expect(await everyRow(ctx.data, EmailContacts)).toEqual([]);
    expect(await everyRow(ctx.data, EmailDrafts)).toEqual([]);
  });

  it('ignores a bounce for an address that our mail was not sent to', async () => {
    const ctx = await inbox();
    await takeMail(ctx, { mid: 'q@shop.test' });
    await takeMail(ctx, { mid: 'ours@plaza.test', from: 'help@plaza.test', to: 'bob@shop.test' });

    await takeMail(ctx, bounceOf('ours@plaza.test', 'anna@shop.test'));

    const [contact] = await everyRow(ctx.data, EmailContacts);
    expect(contact?.data.emailStatus).toBe('ok');
  });
});
