import { describe, expect, it } from 'vitest';
import { EmailMessages } from '#lib/crm/collections.ts';
import { testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { showMessageHtml } from './message-html.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Part = { readonly cid: string; readonly bytes: Buffer; readonly type?: string };
const part = ({ cid, bytes, type = 'image/png' }: Part): string =>
  [
    '--b1',
    `Content-Type: ${type}`,
    `Content-ID: <${cid}>`,
    'Content-Disposition: inline',
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64').replace(/(.{76})/g, '$1\r\n'),
    '',
  ].join('\r\n');

async function received(html: string, parts: readonly Part[]) {
  const ctx = await testContext({ vars: twoChannels });
  const raw = [
    'From: Anna <anna@shop.test>',
    'To: help@plaza.test',
    'Subject: Pictures',
    'Message-ID: <pictures@shop.test>',
    'Date: Mon, 02 Mar 2026 09:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    ...parts.map(part),
    '--b1--',
    '',
  ].join('\r\n');
  const { id } = await takeMail(ctx, Buffer.from(raw));
  const row = await ctx.data.need(EmailMessages, id);
  return { row, show: (images: 'none' | 'inline') => showMessageHtml(ctx, row, { images }) };
}

describe('inline images of a mail', () => {
  it('become data URLs in its HTML, whatever characters their ids contain', async () => {
    const html =
      '<p>See</p><img src="cid:a1@shop.test"><img src="CID:b%2Fc@shop.test"><img alt="&amp;" src="cid:x&amp;y@z">';
    const ids = ['a1@shop.test', 'b/c@shop.test', 'x&y@z'];
    const { row, show } = await received(
      html,
      ids.map((cid) => ({ cid, bytes: PNG })),
    );

    const { html: shown } = await show('inline');

    const data = `data:image/png;base64,${PNG.toString('base64')}`;
    expect(shown.split(data)).toHaveLength(4);
    expect(shown).not.toMatch(/cid:/i);
    expect(row.data.attachments.map(({ inline }) => inline)).toEqual([true, true, true]);
    expect(row.data.remoteImageCount).toBe(0);
  });

  it('are removed with their addresses when no images are requested', async () => {
    const { show } = await received('<img src="cid:a@b">', [{ cid: 'a@b', bytes: PNG }]);

    expect((await show('none')).html).not.toMatch(/src=/);
  });

  it.each([
    ['not a part of the mail', 'other@b', PNG],
    ['not an image by its bytes', 'a@b', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['too large', 'a@b', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])],
  ])('are removed when the referenced part is %s', async (_, cid, bytes) => {
    const { show } = await received('<p>See</p><img src="cid:a@b">', [{ cid, bytes }]);

    const { html } = await show('inline');

    expect(html).toContain('<p>See</p>');
    expect(html).not.toMatch(/src=|svg|onload/);
  });
});
