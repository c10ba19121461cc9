import { describe, expect, it } from 'vitest';
import { MailParseError } from '#lib/mail/ports.ts';
import { parseMail } from './parse-mail.ts';

const parse = (text: string) => parseMail(Buffer.from(text, 'latin1'));
const withFile = (head: string) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nt\r\n--b\r\n${head}\r\n\r\nx\r\n--b--\r\n`;

describe('parseMail', () => {
  it('returns empty fields for an empty mail', async () => {
    expect(await parse('')).toEqual({
      from: [],
      sender: [],
      to: [],
      cc: [],
      bcc: [],
      replyTo: [],
      subject: '',
      text: '',
      html: null,
      parts: [],
    });
  });

  it('decodes an encoded word as a name, never as an address', async () => {
    const { from } = await parse(
      `From: =?utf-8?B?${Buffer.from('eve@evil.test').toString('base64')}?= <ann@x.test>\r\n\r\nx`,
    );

    expect(from).toEqual([{ address: 'ann@x.test', name: 'eve@evil.test' }]);
  });

  it('flattens groups and skips an empty one', async () => {
    const { to, cc } = await parse('To: team: a@x.test, B <b@x.test>;\r\nCc: undisclosed-recipients:;\r\n\r\nx');

    expect([to.map(({ address }) => address), cc]).toEqual([['a@x.test', 'b@x.test'], []]);
  });

  it.each([
    ['Content-Type: application/x-a; name="a/../b\\\\c.txt"', 'a/../b\\c.txt', 'application/x-a'],
    ['Content-Type: image/png; name="a\u0007b.png"', 'ab.png', 'image/png'],
    [
      "Content-Type: application/x-a\r\nContent-Disposition: attachment; filename*=utf-8''bill%E2%80%AEfdp.exe",
      'billfdp.exe',
      'application/x-a',
    ],
    [
      "Content-Type: image/png\r\nContent-Disposition: attachment; filename*=utf-8''caf%C3%A9.png",
      'café.png',
      'image/png',
    ],
    ['Content-Type: nonsense\r\nContent-Disposition: attachment', null, 'application/octet-stream'],
    ['Content-Type: <b>/<i>', null, 'application/octet-stream'],
  ])('gives a part a safe file name and a valid type: %s', async (head, filename, contentType) => {
    expect((await parse(withFile(head))).parts).toMatchObject([{ filename, contentType, sizeBytes: 1 }]);
  });

  it('shortens a long file name in the middle to keep its extension', async () => {
    const { parts } = await parse(withFile(`Content-Type: image/png; name="${'a'.repeat(400)}.png"`));

    expect(parts[0]?.filename).toMatch(/^a{215}…a{35}\.png$/);
  });

  it('throws an error code that reveals nothing of the mail', async () => {
    const wide = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nsecret\r\n'.repeat(1100)}`;
    const error = await parse(wide).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(MailParseError);
    expect(error).toMatchObject({ code: 'EMAXLEN', message: 'mail cannot be read: EMAXLEN' });
  });

  it('throws Timeout when its time is up', async () => {
    // A short mail may be parsed before any timer can fire.
    const long = withFile('Content-Type: image/png').replace('x', 'x'.repeat(3_000_000));

    await expect(parseMail(Buffer.from(long), 0)).rejects.toMatchObject({ code: 'Timeout' });
  });
});
