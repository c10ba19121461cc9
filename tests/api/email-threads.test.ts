import { beforeEach, describe, expect, it } from 'vitest';
import { GET as attachment } from '#app/api/admin/email/messages/[id]/attachments/[aid]/route.ts';
import { GET as html } from '#app/api/admin/email/messages/[id]/html/route.ts';
import { GET as raw } from '#app/api/admin/email/messages/[id]/raw/route.ts';
import { GET as wholeText } from '#app/api/admin/email/messages/[id]/text/route.ts';
import { POST as markRead } from '#app/api/admin/email/threads/[id]/read/route.ts';
import { GET as readThread } from '#app/api/admin/email/threads/[id]/route.ts';
import { PATCH as changeThread, GET as listThreads } from '#app/api/admin/email/threads/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { rawMail, takeMail, twoChannels } from '#tests/support/mails.ts';

let admin: TestContext & UserContext;
beforeEach(async () => {
  const world = await testContext({ vars: twoChannels });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

const minute = (n: number) => `Mon, 02 Mar 2026 08:${String(n).padStart(2, '0')}:00 +0000`;
const list = (query: Readonly<Record<string, string | number>> = {}) => call(listThreads, { as: admin, query });
const subjects = async (query: Readonly<Record<string, string | number>> = {}) =>
  (await list(query)).body.threads.map(({ subject }) => subject);

describe('/api/admin/email/threads', () => {
  it('lists the latest arrival first, whatever the mail’s date, in pages, each thread once', async () => {
    for (let n = 0; n < 5; n++) {
      admin.clock.advance(SECOND_MS);
      await takeMail(admin, { subject: `Mail ${n}`, date: minute(9 - n) });
    }

    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.body.nextCursor ?? '' });

    expect(first.body.threads.map(({ subject }) => subject)).toEqual(['Mail 4', 'Mail 3', 'Mail 2']);
    expect(second.body.threads.map(({ subject }) => subject)).toEqual(['Mail 1', 'Mail 0']);
    expect(second.body.nextCursor).toBeNull();
  });

  it('filters by status and by a channel’s id or name, case-insensitively', async () => {
    const help = await takeMail(admin, { subject: 'H' });
    await takeMail(admin, { subject: 'S' }, { channelId: 'sales' });
    await call(changeThread, { as: admin, method: 'PATCH', body: { id: help.threadId, status: 'resolved' } });

    expect(await subjects({ sourceChannel: 'SALES' })).toEqual(['S']);
    expect(await subjects({ status: 'resolved', sourceChannel: 'Help' })).toEqual(['H']);
    expect(await subjects({ status: 'new' })).toEqual(['S']);
    expect(await subjects({ sourceChannel: 'nowhere' })).toEqual([]);
    expect((await list({ status: 'open' })).status).toBe(400);
    expect((await list({ cursor: 'abc' })).status).toBe(400);
  });

  it('finds by words, the last as a prefix, by address, and by exact ids', async () => {
    const kettle = await takeMail(admin, {
      mid: 'kettle@shop.test',
      subject: 'Broken kettle',
      text: 'The handle came off yesterday',
      from: 'Bohdan <bohdan@shop.test>',
    });
    await takeMail(admin, { subject: 'Something else' });
    await admin.drain();

    for (const q of ['kettle', 'broken ket', 'handle came of', 'bohdan', 'bohdan@shop.test', 'BOHDAN@SHOP.TEST'])
      expect(await subjects({ q }), q).toEqual(['Broken kettle']);
    for (const q of [kettle.threadId, kettle.id, '<kettle@shop.test>'])
      expect(await subjects({ q }), q).toEqual(['Broken kettle']);
    expect(await subjects({ q: 'teapot' })).toEqual([]);
    expect(await subjects({ q: '?!' })).toEqual([]);
    expect(await subjects({ q: 'kettle', status: 'resolved' })).toEqual([]);
  });

  it('changes the status once with its actor, and refuses a stale version', async () => {
    const { threadId: id } = await takeMail(admin);
    const patch = (body: object) => call(changeThread, { as: admin, method: 'PATCH', body });
    const { version } = (await list()).body.threads[0] ?? { version: 0 };

    const changed = await patch({ id, status: 'resolved', version });
    const again = await patch({ id, status: 'resolved' });
    const stale = await patch({ id, status: 'ongoing', version });
    const unknown = await patch({ id: 'thr_none', status: 'ongoing' });
    const wrong = await patch({ id, status: 'closed' });

    expect(changed.body.thread).toMatchObject({ status: 'resolved', version: version + 1 });
    expect(changed.body.thread.resolvedAt).not.toBeNull();
    expect(again.body.thread.version).toBe(version + 1);
    expect(stale).toMatchObject({ status: 409, body: { details: { code: 'StaleVersion' } } });
    expect([unknown.status, wrong.status]).toEqual([404, 400]);
  });
});

describe('/api/admin/email/threads/{id}', () => {
  it('returns mails oldest first, with the author’s own text apart, and older ones by cursor', async () => {
    const first = await takeMail(admin, { mid: 'm0@shop.test', date: 'Mon, 02 Mar 2026 07:00:00 +0000' });
    for (let n = 1; n < 103; n++)
      await takeMail(admin, {
        mid: `m${n}@shop.test`,
        inReplyTo: `m${n - 1}@shop.test`,
        date: new Date(Date.parse('2026-03-02T07:00:00Z') + n * MINUTE_MS).toUTCString(),
        text: n === 102 ? 'Thank you!\n\n> When does my parcel come?' : 'More',
      });

    const { body } = await call(readThread, { as: admin, params: { id: first.threadId } });
    const older = await call(readThread, {
      as: admin,
      params: { id: first.threadId },
      query: { before: body.before ?? '' },
    });

    expect(body.messages).toHaveLength(100);
    const last = body.messages.at(-1);
    expect(last).toMatchObject({ messageId: '<m102@shop.test>', inReplyTo: '<m101@shop.test>' });
    expect(last?.reply.trim()).toBe('Thank you!');
    expect(older.body.messages.map(({ messageId }) => messageId)).toEqual(
      ['m0', 'm1', 'm2'].map((mid) => `<${mid}@shop.test>`),
    );
    expect(older.body.before).toBeNull();
  });

  it('returns the surviving thread under the id of a merged one', async () => {
    const one = await takeMail(admin, { mid: 'a@shop.test' });
    admin.clock.advance(1_000);
    const two = await takeMail(admin, { mid: 'b@shop.test' });
    admin.clock.advance(1_000);
    await takeMail(admin, { inReplyTo: 'a@shop.test', references: ['b@shop.test'] });

    const before = await call(readThread, { as: admin, params: { id: two.threadId } });
    await admin.drain();
    const after = await call(readThread, { as: admin, params: { id: two.threadId } });

    for (const { body } of [before, after]) {
      expect(body.thread.id).toBe(one.threadId);
      expect(body.messages).toHaveLength(3);
    }
    expect((await list()).body.threads).toHaveLength(1);
  });

  it('stays unread until it is marked read', async () => {
    const { threadId: id } = await takeMail(admin);
    await call(readThread, { as: admin, params: { id } });
    expect((await admin.data.need(EmailThreads, id)).data.unreadCount).toBe(1);

    const { body } = await call(markRead, { as: admin, params: { id } });

    expect(body).toMatchObject({ success: true, thread: { unreadCount: 0 } });
  });
});

describe('/api/admin/email/messages/{id}', () => {
  it('S55 S56 serves files for download only, typed by their bytes', async () => {
    const mail = rawMail({ attachment: { name: 'page "x".html', type: 'text/html', text: '<script>1</script>' } });
    const { id } = await takeMail(admin, mail);

    const file = await call(attachment, { as: admin, params: { id, aid: 'a1' } });
    const whole = await call(raw, { as: admin, params: { id } });
    const none = await call(attachment, { as: admin, params: { id, aid: 'a2' } });

    expect(file.text.trim()).toBe('<script>1</script>');
    for (const { headers } of [file, whole]) {
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Za-z0-9._ -]+"; filename\*=/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    expect(Buffer.from(whole.text).equals(Buffer.from(mail))).toBe(true);
    expect(none.status).toBe(404);
  });

  it('returns the beginning of a long text, and the whole text as a download', async () => {
    const text = `${'A long line of a long mail. '.repeat(4_000)}The end.`;
    const long = await takeMail(admin, { mid: 'long@shop.test', text });
    const short = await takeMail(admin, { mid: 'short@shop.test', text: 'Hi' });

    const shown = async ({ threadId, id }: { readonly threadId: string; readonly id: string }) =>
      (await call(readThread, { as: admin, params: { id: threadId } })).body.messages.find((row) => row.id === id);
    const file = await call(wholeText, { as: admin, params: { id: long.id } });

    expect(await shown(long)).toMatchObject({ hasMoreText: true });
    expect((await shown(long))?.bodyText).not.toContain('The end.');
    expect(await shown(short)).toMatchObject({ hasMoreText: false, bodyText: expect.stringContaining('Hi') });
    expect(file.text.trim()).toBe(text);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it('S50 loads remote images only on request, and embeds them as data', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const asked: string[] = [];
    const remoteImages = {
      fetch: async (url: string) => {
        asked.push(url);
        return url.includes('gone') ? null : { type: 'image/png', bytes: new Uint8Array(png) };
      },
    };
    installRuntime({ ...admin, remoteImages });
    const { id } = await takeMail(admin, {
      html: '<p>Look</p><img src="https://a.test/1.png"><img src="https://a.test/gone.png"><script>alert(1)</script>',
    });

    const safe = await call(html, { as: admin, params: { id } });
    expect(asked).toEqual([]);
    expect(safe.body).toMatchObject({ remoteImages: { found: 2, loaded: 0, blocked: 2 } });
    expect(safe.body.html).not.toMatch(/script|a\.test/);
    const shown = await call(html, { as: admin, params: { id }, query: { images: 'remote' } });

    expect(asked).toEqual(['https://a.test/1.png', 'https://a.test/gone.png']);
    expect(shown.body.remoteImages).toEqual({ found: 2, loaded: 1, blocked: 1 });
    expect(shown.body.html).toContain(`src="data:image/png;base64,${png.toString('base64')}"`);
  });
});
