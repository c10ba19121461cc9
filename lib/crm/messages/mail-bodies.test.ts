import { describe, expect, it } from 'vitest';
import { EmailBodies, EmailMessages } from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { eraseContact } from '#lib/crm/contacts/erase-contact.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels, type WrittenMail } from '#tests/support/mails.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { everyRow } from '#tests/support/world.ts';
import { keptBody, readBody } from './mail-bodies.ts';
import { toMessageViews } from './message-view.ts';

const KIB = 1024;
/** Lines that are all different, so that a piece in the wrong place shows. */
const lines = (bytes: number, mark = '', filler = '.'): string =>
  Array.from({ length: Math.ceil(bytes / 64) }, (_, n) => `${mark}${n}`.padEnd(63, filler))
    .join('\r\n')
    .slice(0, bytes);
/** The same of a sign that takes six bytes in a document: the longest text that is kept is too much for the store. */
const denseLines = (mark = ''): string => lines(1_000 * KIB, mark, '\u0002');

async function stored(mail: WrittenMail) {
  const files = openMemoryFiles();
  const ctx = await testContext({ vars: twoChannels, files });
  const { id } = await takeMail(ctx, mail);
  const row = await ctx.data.need(EmailMessages, id);
  return { ctx, files, row, body: await readBody(ctx, row) };
}
const unix = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();

describe('the texts of a mail', () => {
  it('lie in its row while they are short', async () => {
    const { ctx, row, body } = await stored({ text: 'Short.' });

    expect(row.data).toMatchObject({ bodyChunks: 0, bodyFile: false });
    expect(body.text.trim()).toBe('Short.');
    expect(await everyRow(ctx.data, EmailBodies)).toEqual([]);
  });

  it.each([
    ['one document', 100 * KIB, 1],
    ['several', 1_000 * KIB, 2],
  ])('lie in documents of their own when they are long, and come back whole: %s', async (_, size, chunks) => {
    const text = lines(size);

    const { ctx, row, body } = await stored({ text });

    expect(row.data).toMatchObject({ bodyChunks: chunks, bodyFile: false });
    expect(unix(body.text)).toBe(unix(text));
    const pieces = await everyRow(ctx.data, EmailBodies);
    expect(pieces).toHaveLength(chunks);
    for (const { data } of pieces) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(720 * KIB);
  });

  it('lie in a file when they are too much for the store, and come back whole', async () => {
    const text = denseLines();

    const { ctx, files, row, body } = await stored({ text });

    expect(row.data).toMatchObject({ bodyChunks: 3, bodyFile: true });
    expect(files.keys()).toEqual(['body', 'raw'].map((name) => `${row.data.filesKey}/${name}`));
    expect(unix(body.text)).toBe(unix(text));
    expect(await everyRow(ctx.data, EmailBodies)).toHaveLength(3);
  });

  it('are shown without reading a file that is too much for the store', async () => {
    const { ctx, row } = await stored({ text: denseLines() });
    const unread = { ...ctx.files, read: () => Promise.reject(new Error('a file was read')) };

    const [view] = await toMessageViews({ ...ctx, files: unread }, [row]);

    expect(view?.bodyText).toHaveLength(256 * KIB);
    expect(view?.bodyText.startsWith('0\u0002')).toBe(true);
  });

  it('leave no file behind of an attachment whose name found no room in the row', async () => {
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

  it('are never cut inside a character', () => {
    const text = `${'x'.repeat(32 * KIB - 10)}${'😀'.repeat(500 * KIB)}`;
    const kept = keptBody({ text, html: '', remoteImages: [] }, '');

    const { pieces } = kept;
    expect(kept.file).toBeNull();
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(JSON.parse(pieces.join('')).text).toBe(text);
  });

  it('are answered without HTML beyond 100 KiB, and say that there is some', async () => {
    const html = `<p>${'word '.repeat(30 * KIB)}</p>`;

    const { ctx, row } = await stored({ html });
    const [view] = await toMessageViews(ctx, [row]);

    expect(view).toMatchObject({ hasHtml: true, bodyHtml: null });
    expect(view?.bodyText.length).toBeGreaterThan(100 * KIB);
  });

  it.each([
    ['documents', lines(300 * KIB, 'secret')],
    ['a file', denseLines('secret')],
  ])('are gone once their writer is erased: from %s', async (_, text) => {
    const { ctx, files, row } = await stored({ text });

    await eraseContact(await asUser(ctx, { role: 'admin' }), contactIdOf('anna@shop.test'), 'anna@shop.test');
    await ctx.drain();

    expect(await everyRow(ctx.data, EmailBodies)).toEqual([]);
    expect(files.keys()).toEqual([]);
    expect((await readBody(ctx, await ctx.data.need(EmailMessages, row.id))).text).toBe('');
  });
});
