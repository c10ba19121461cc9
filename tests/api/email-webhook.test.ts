import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { POST } from '#app/api/webhooks/email/inbound/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { EmailDeadLetters, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import { call } from '#tests/support/call.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { rawMail, takeMail, twoChannels } from '#tests/support/mails.ts';
import { everyEffect, everyRow } from '#tests/support/world.ts';

const SECRET = 'mail-secret-of-tests-0123456789abcdef';
const FORMER = 'former-secret-of-tests-0123456789abcd';

let world: TestContext;
async function open(vars: Readonly<Record<string, string>> = {}): Promise<void> {
  world = await testContext({ vars: { ...twoChannels, WEBHOOK_EMAIL_SECRET: SECRET, ...vars } });
  installRuntime(world);
}
beforeEach(() => open());

const mail = {
  messageId: '<hook1@shop.test>',
  from: 'Anna Kovalenko <anna@shop.test>',
  to: 'help@plaza.test',
  subject: 'Where is my parcel?',
  bodyText: 'It should have been here.',
  date: '2026-03-02T09:00:00Z',
};
const bearer = { authorization: `Bearer ${SECRET}` };
const post = (body: unknown = mail, headers: Readonly<Record<string, string>> = bearer) =>
  call(POST, { body, headers });
const sign = (text: string | Uint8Array, key = SECRET) => createHmac('sha256', key).update(text).digest('hex');
const postRaw = (raw: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
  call(POST, { raw, headers: { 'content-type': 'application/json', ...headers } });

describe('POST /api/webhooks/email/inbound', () => {
  it('stores a mail and returns its ids', async () => {
    const { status, body } = await post();

    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: 'processed', messageId: '<hook1@shop.test>' });
    const row = (await world.data.need(EmailMessages, body.id)).data;
    expect(row).toMatchObject({ channelId: 'help', via: 'webhook', uid: 0, threadId: body.threadId, kind: 'human' });
    expect(row.from).toEqual({ email: 'anna@shop.test', name: 'Anna Kovalenko' });
  });

  it('S41 responds to twenty identical concurrent posts with one mail, one job and one notice', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post()));

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(replies.filter(({ body }) => body.status === 'processed')).toHaveLength(1);
    expect(replies.filter(({ body }) => body.status === 'duplicate')).toHaveLength(19);
    expect(new Set(replies.map(({ body }) => `${body.id} ${body.threadId}`)).size).toBe(1);
    expect(await everyRow(world.data, EmailThreads)).toHaveLength(1);
    const outbox = (await everyEffect(world.data)).map(({ data }) => data.topic);
    expect(outbox.filter((topic) => topic === 'crm.enrich')).toHaveLength(1);
    expect(outbox.filter((topic) => topic === 'crm.notice')).toHaveLength(1);
  });

  it('F7 stores one row for a mail that also comes through the mailbox, in either order', async () => {
    const raw = rawMail({ mid: 'hook1@shop.test', subject: mail.subject, text: 'Another body' });

    const [hook, polled] = await Promise.all([post(), takeMail(world, raw, { uid: 5 })]);
    const again = await takeMail(world, raw, { uid: 5 });

    expect([hook.body.id, again.id]).toEqual([polled.id, polled.id]);
    expect(again.status).toBe('duplicate');
    expect(await everyRow(world.data, EmailMessages)).toMatchObject([{ data: { uid: 5 } }]);
  });

  it('S38 accepts the signature of the exact bytes, with or without its prefix, and no other', async () => {
    const raw = Buffer.from(`\n${JSON.stringify({ ...mail, subject: 'Ünï ✓' }, null, 1)}\r\n`);

    const good = await postRaw(raw, { 'x-email-webhook-signature': sign(raw) });
    const prefixed = await postRaw(raw, { 'x-email-webhook-signature': `sha256=${sign(raw).toUpperCase()}` });
    const spaced = await postRaw(`${raw.toString()} `, { 'x-email-webhook-signature': sign(raw) });
    const broken = await postRaw(raw, { 'x-email-webhook-signature': 'zz' });

    expect([good, prefixed, spaced, broken].map(({ status }) => status)).toEqual([200, 200, 401, 401]);
  });

  it('S38 accepts a signed body with a byte order mark', async () => {
    const raw = Buffer.from(`\uFEFF${JSON.stringify(mail)}`);

    const answer = await postRaw(raw, { 'x-email-webhook-signature': sign(raw) });

    expect(answer).toMatchObject({ status: 200, body: { status: 'processed' } });
  });

  it('S39 refuses every caller without a configured secret, with the response to a wrong one', async () => {
    const wrong = await post(mail, { authorization: 'Bearer wrong' });
    world = await testContext({ vars: twoChannels });
    installRuntime(world);
    const none = await Promise.all(
      ['Bearer undefined', 'Bearer ', ''].map((authorization) => post(mail, { authorization })),
    );

    expect([wrong, ...none].map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set([wrong, ...none].map(({ text }) => text)).size).toBe(1);
  });

  it('S40 accepts the previous secret beside the current one', async () => {
    await open({ WEBHOOK_EMAIL_SECRET_PREVIOUS: FORMER });

    const byBearer = await post(mail, { authorization: `Bearer ${FORMER}` });
    const raw = JSON.stringify(mail);
    const bySignature = await postRaw(raw, { 'x-email-webhook-signature': sign(raw, FORMER) });

    expect([byBearer.status, bySignature.status]).toEqual([200, 200]);
  });

  it('S41 accepts a signed timestamp within five minutes, and only the signed one', async () => {
    const raw = JSON.stringify(mail);
    const at = (offset: number) => String(Math.floor(world.now().getTime() / 1000) + offset);
    const send = (time: string, signed = time) =>
      postRaw(raw, {
        'x-email-webhook-timestamp': time,
        'x-email-webhook-signature': sign(`${signed}.${raw}`),
      });

    const replies = await Promise.all([
      send(at(-299)),
      send(at(-301)),
      send(at(301)),
      send(at(0), at(-1)),
      send('now'),
    ]);

    expect(replies.map(({ status }) => status)).toEqual([200, 401, 401, 401, 401]);
  });

  it('names the invalid fields', async () => {
    const { messageId: _, ...withoutId } = mail;

    const missing = await post(withoutId);
    const wrong = await post({ ...mail, from: 'nobody', to: 'a@b.test\r\nBcc: c@d.test', date: 'yesterday' });

    expect(missing).toMatchObject({ status: 400, body: { details: { messageId: expect.any(String) } } });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body.details ?? {}).sort()).toEqual(['date', 'from', 'to']);
  });

  it('stores a mail with NUL and lone surrogates cleaned, and recognizes its duplicate', async () => {
    const odd = {
      ...mail,
      subject: 'Where\0 is it\ud800?',
      bodyText: 'On\0 its \udc00way',
      references: ['<a\0@shop.test>'],
      'x\0': '\ud800',
    };

    const first = await post(odd);
    const again = await post(odd);

    expect(first).toMatchObject({ status: 200, body: { status: 'processed' } });
    expect(again).toMatchObject({ status: 200, body: { status: 'duplicate', id: first.body.id } });
    const { data } = await world.data.need(EmailMessages, first.body.id);
    expect(data).toMatchObject({
      subject: 'Where is it\ufffd?',
      textPreview: 'On its \ufffdway',
      references: ['a@shop.test'],
    });
  });

  it.each([
    'Mon Mar  2 09:00:00 2026',
    '2026-03-02 09:00:00',
    '2026-03-02T09:00:00 CEST',
    '1772442000',
    'Mon, 02 Mar 2026 09:00:00',
  ])('rejects a date that is neither ISO 8601 nor RFC 5322: %j', async (date) => {
    expect(await post({ ...mail, date })).toMatchObject({
      status: 400,
      body: { details: { date: expect.any(String) } },
    });
  });

  it('rejects a date whose zone moves it beyond the year 9999', async () => {
    const answer = await post({ ...mail, date: '9999-12-31T23:59:59-12:00' });

    expect(answer).toMatchObject({ status: 400, body: { details: { date: 'must be an ISO 8601 or RFC 5322 date' } } });
  });

  it('treats absent, null and empty references alike, and threads by the others', async () => {
    const first = await post({ ...mail, inReplyTo: null, references: '' });
    const second = await post({
      ...mail,
      messageId: 'hook2@shop.test',
      inReplyTo: 'hook1@shop.test',
      references: null,
    });
    const third = await post({
      ...mail,
      messageId: '<hook3@shop.test>',
      inReplyTo: '',
      references: ['hook2@shop.test'],
    });

    expect(new Set([first, second, third].map(({ body }) => body.threadId)).size).toBe(1);
  });

  it('assigns the channel of the first own recipient, ignoring its plus part, else the default one', async () => {
    const sales = await post({ ...mail, to: ['Bob <bob@shop.test>', 'sales+spring@plaza.test', 'help@plaza.test'] });
    const other = await post({ ...mail, messageId: '<other@shop.test>', to: 'bob@shop.test' });

    const rows = await world.data.getMany(EmailMessages, [sales.body.id, other.body.id]);
    expect(rows.map((row) => row?.data.channelId)).toEqual(['sales', 'help']);
  });

  it('responds with 413 to a too large body and with 415 to one that is not JSON', async () => {
    const large = await post({ ...mail, bodyText: 'x'.repeat(4 * 1024 * 1024) });
    const form = await call(POST, { raw: 'a=1', headers: { ...bearer, 'content-type': 'text/plain' } });

    expect([large.status, form.status]).toEqual([413, 415]);
    expect(await everyRow(world.data, EmailMessages)).toEqual([]);
  });

  it('quarantines an unreadable mail for a person, once', async () => {
    const tools = await world.mailTools();
    const replyFragments = () => {
      throw new Error('unreadable');
    };
    world = await testContext({
      vars: { ...twoChannels, WEBHOOK_EMAIL_SECRET: SECRET },
      mailTools: async () => ({ ...tools, replyFragments }),
    });
    installRuntime(world);

    const first = await post();
    const again = await post();

    expect(first.body).toMatchObject({ success: true, status: 'quarantined', threadId: null });
    expect(again.body.id).toBe(first.body.id);
    expect(await everyRow(world.data, EmailDeadLetters)).toMatchObject([
      { data: { via: 'webhook', status: 'waiting', subject: mail.subject, errorCode: 'ReadFailed' } },
    ]);
  });
});
