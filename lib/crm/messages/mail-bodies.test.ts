import { describe, expect, it } from 'vitest';
import { EmailBodies, EmailMessages } from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { eraseContact } from '#lib/crm/contacts/erase-contact.ts';
import { storedBody } from '#lib/mail/stored-body.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels, type WrittenMail } from '#tests/support/mails.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { everyRow } from '#tests/support/world.ts';
import { readBody } from './mail-bodies.ts';
import { toMessageViews } from './message-view.ts';

const KIB = 1024;
/** Returns lines that all differ, so that a piece in the wrong place is noticed. */
const lines = (bytes: number, mark = '', filler = '.'): string =>
  Array.from({ length: Math.ceil(bytes / 64) }, (_, n) => `${mark}${n}`.padEnd(63, filler))
    .join('\r\n')
    .slice(0, bytes);
async function stored(mail: WrittenMail) {
  const files = openMemoryFiles();
  const ctx = await testContext({ vars: twoChannels, files });
  const { id } = await takeMail(ctx, mail);
  const row = await ctx.data.need(EmailMessages, id);
  return { ctx, files, row, body: await readBody(ctx, row) };
}
const unix = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();

describe('the body of a mail', () => {
  it('is stored in the message row when short', async () => {
    const { ctx, row, body } = await stored({ text: 'Short.' });

    expect(row.data).toMatchObject({ bodyChunks: 0, bodyFile: false });
    expect(body.text.trim()).toBe('Short.');
    expect(await everyRow(ctx.data, EmailBodies)).toEqual([]);
  });

  it('is stored in a separate document when long, and is read back in full', async () => {
    const text = lines(50 * KIB);

    const { ctx, row, body } = await stored({ text });

    expect(row.data).toMatchObject({ bodyChunks: 1, bodyFile: false });
    expect(unix(body.text)).toBe(unix(text));
    expect(await everyRow(ctx.data, EmailBodies)).toHaveLength(1);
  });

  it('is stored in a file when longer than the shown part, and is read back in full', async () => {
    const text = lines(1_000 * KIB);

    const { files, row, body } = await stored({ text });

    expect(row.data).toMatchObject({ bodyChunks: 1, bodyFile: true });
    expect(files.keys()).toEqual(['body', 'raw'].map((name) => `${row.data.filesKey}/${name}`));
    expect(unix(body.text)).toBe(unix(text));
  });

  it.each([
    ['text', { text: lines(1_000 * KIB) }, 64 * KIB],
    // A character that takes six bytes in a document.
    ['text of control characters', { text: lines(1_000 * KIB, '', '\u0002') }, 64 * KIB],
    ['HTML', { html: `<p>${'<b>word</b> '.repeat(70 * KIB)}</p>` }, 64 * KIB],
  ])('is shown without reading a file and fits in one document below 720 KiB, with much %s', async (_, mail, shown) => {
    const { ctx, row } = await stored(mail);
    const unread = { ...ctx.files, read: () => Promise.reject(new Error('a file was read')) };

    const [view] = await toMessageViews({ ...ctx, files: unread }, [row]);

    expect(view?.bodyText).toHaveLength(shown);
    const pieces = await everyRow(ctx.data, EmailBodies);
    expect(pieces.map(({ data }) => Buffer.byteLength(JSON.stringify(data)) < 720 * KIB)).toEqual([true]);
  });

  it('leaves no file of an attachment that did not fit in the row after the contact is erased', async () => {
    const name = encodeURIComponent('ї'.repeat(250));
    const part = `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename*=utf-8''${name}\r\n\r\nx\r\n`;
    const head = `From: anna@shop.test\r\nMessage-ID: <many@shop.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`;
    const files = openMemoryFiles();
    const ctx = await testContext({ vars: twoChannels, files });
    const text = `--b\r\n\r\n${lines(16 * KIB)}\r\n`;
    const { id } = await takeMail(ctx, Buffer.from(`${head}${text}${part.repeat(100)}--b--\r\n`));

    const { attachments } = (await ctx.data.need(EmailMessages, id)).data;
    const kept = files.keys().length;
    await eraseContact(await asUser(ctx, { role: 'admin' }), contactIdOf('anna@shop.test'), 'anna@shop.test');
    await ctx.drain();

    expect(attachments.length).toBeLessThan(100);
    expect(kept).toBe(attachments.length + 1);
    expect(files.keys()).toEqual([]);
  });

  it('is never cut inside a character', () => {
    const text = `x${'😀'.repeat(500 * KIB)}`;

    const { pieces, file } = storedBody({ text, html: '', remoteImages: [] });

    const shown: string = JSON.parse(pieces.join('')).text;
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect([shown.length, shown.slice(0, -1) === text.slice(0, 64 * KIB - 1)]).toEqual([64 * KIB, true]);
    expect(JSON.parse(Buffer.from(file ?? []).toString()).text).toBe(text);
  });

  it('is returned without HTML beyond 100 KiB, but with hasHtml', async () => {
    const html = `<p>${'word '.repeat(30 * KIB)}</p>`;

    const { ctx, row } = await stored({ html });
    const [view] = await toMessageViews(ctx, [row]);

    expect(view).toMatchObject({ hasHtml: true, bodyHtml: null });
    expect(view?.bodyText.length).toBe(64 * KIB);
  });

  it.each([
    ['documents', lines(50 * KIB, 'secret')],
    ['a file', lines(300 * KIB, 'secret')],
  ])('is deleted when its author is erased: from %s', async (_, text) => {
    const { ctx, files, row } = await stored({ text });

    await eraseContact(await asUser(ctx, { role: 'admin' }), contactIdOf('anna@shop.test'), 'anna@shop.test');
    await ctx.drain();

    expect(await everyRow(ctx.data, EmailBodies)).toEqual([]);
    expect(files.keys()).toEqual([]);
    expect((await readBody(ctx, await ctx.data.need(EmailMessages, row.id))).text).toBe('');
  });
});
