import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MailParseError } from '#lib/mail/ports.ts';
import { normaliseMail } from './normalise-mail.ts';

const normal = (text: string): string => Buffer.from(normaliseMail(Buffer.from(text, 'latin1'))).toString('latin1');
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
const multipart = (parts: readonly string[], type = 'mixed'): string =>
  `Content-Type: multipart/${type}; boundary="b"\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

describe('normaliseMail', () => {
  it('returns a valid mail unchanged, without a copy', () => {
    const raw = Buffer.from(`From: a@x.test\r\n${multipart(['Content-Type: text/plain\r\n\r\nhello'])}`);

    expect(normaliseMail(raw)).toBe(raw);
  });

  it('removes trailing blanks from boundary lines only', () => {
    expect(normal('Content-Type: multipart/mixed; boundary=b\n\n--b \t\n\nx  \n--bb  \n--b--  \n')).toBe(
      'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx  \n--bb  \n--b--\n',
    );
  });

  it('restores the trailing blanks of a boundary that the header declares with blanks', () => {
    expect(normal('Content-Type: multipart/mixed; boundary="b  "\n\n--b\n\nx\n--b--\n')).toBe(
      'Content-Type: multipart/mixed; boundary="b  "\n\n--b  \n\nx\n--b  --\n',
    );
  });

  it('closes an inner multipart when the outer boundary follows', () => {
    const inner = 'Content-Type: multipart/alternative; boundary=c\n\n--c\n\nx\n';

    expect(normal(`Content-Type: multipart/mixed; boundary=b\n\n--b\n${inner}--b\n\ny\n--b--\n`)).toBe(
      `Content-Type: multipart/mixed; boundary=b\n\n--b\n${inner}--c--\n--b\n\ny\n--b--\n`,
    );
  });

  it('escapes raw bytes in a Q-encoded word as =XX, because a parser would split the word', () => {
    expect(normal('Subject: =?iso-8859-1?Q?Fr\xf6sche_?= =?utf-8?B?w6Q=?=\n\nx')).toBe(
      'Subject: =?iso-8859-1?Q?Fr=F6sche_?= =?utf-8?B?w6Q=?=\n\nx',
    );
  });

  it.each([
    ['the charset of the body', 'Content-Type: text/plain; charset=koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['windows-1252 when the body names no charset', 'X-A: b', 'caf\xe9 \x80', 'café €'],
    [
      'windows-1252 when the body says UTF-8 but the header is not UTF-8',
      'Content-Type: text/plain; charset=utf-8',
      '\xfc',
      'ü',
    ],
    ['the charset of an encoded word in another field', 'X-A: =?windows-1251?Q?=CF?=', '\xcf\xf0', 'Пр'],
    ['the escape sequences of ISO-2022-JP', 'X-A: b', '\x1b$B$"\x1b(B', 'あ'],
  ])('converts a raw header to UTF-8 by %s', (_why, field, subject, text) => {
    expect(normal(`${field}\nSubject: ${subject}\n\nx`)).toBe(`${field}\nSubject: ${utf8(text)}\n\nx`);
  });

  it('leaves a UTF-8 field unchanged when another field is not UTF-8', () => {
    expect(normal(`X-A: ${utf8('né')}\nX-B: \xe9\n\nx`)).toBe(`X-A: ${utf8('né')}\nX-B: ${utf8('é')}\n\nx`);
  });

  it('takes the charset for a header from a nested text part', () => {
    const part = 'Content-Type: text/plain; charset=windows-1251\r\n\r\nx';

    expect(normal(`Subject: \xcf\xf0\r\n${multipart([part])}`)).toContain(`Subject: ${utf8('Пр')}\r\n`);
  });

  it.each([
    [
      'an attached mail',
      'Content-Type: message/rfc822',
      'Content-Type: message/rfc822\r\nContent-Disposition: attachment',
    ],
    [
      'an attached mail marked inline',
      'Content-Type: message/rfc822\r\nContent-Disposition: inline; filename="m.eml"',
      'Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="m.eml"',
    ],
    [
      'a named text',
      'Content-Type: text/plain; name="notes.txt"',
      'Content-Type: text/plain; name="notes.txt"\r\nContent-Disposition: attachment',
    ],
    [
      'an inline text with a file name',
      "Content-Type: text/html\r\nContent-Disposition:\r\n inline;\r\n filename*=utf-8''n.html",
      "Content-Type: text/html\r\nContent-Disposition: attachment;\r\n filename*=utf-8''n.html",
    ],
  ])('turns %s into an attachment', (_what, given, wanted) => {
    const first = 'Content-Type: text/plain\r\n\r\nbody';

    expect(normal(multipart([first, `${given}\r\n\r\nx`]))).toBe(multipart([first, `${wanted}\r\n\r\nx`]));
  });

  it.each([
    ['a named first part', multipart(['Content-Type: text/plain; name="body.txt"\r\n\r\nx'])],
    ['the mail itself', 'Content-Type: text/plain; name="body.txt"\r\n\r\nx'],
    [
      'a part of an alternative',
      multipart(
        ['Content-Type: text/plain\r\n\r\nx', 'Content-Type: text/html; name="b.html"\r\n\r\n<p>x'],
        'alternative',
      ),
    ],
    [
      'a part that already is an attachment',
      multipart(['\r\nx', 'Content-Disposition: attachment; filename=a.txt\r\n\r\nx']),
    ],
  ])('does not turn %s into an attachment', (_what, mail) => {
    expect(normal(mail)).toBe(mail);
  });

  it('treats digest parts without a content type as attached mails', () => {
    expect(normal(multipart(['\r\nSubject: in\r\n\r\nx', 'Content-Type: text/plain\r\n\r\ny'], 'digest'))).toBe(
      multipart(
        [
          'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nSubject: in\r\n\r\nx',
          'Content-Type: text/plain\r\n\r\ny',
        ],
        'digest',
      ),
    );
  });

  it('turns a multipart without parts into plain text', () => {
    expect(normal('Content-Type: multipart/mixed; boundary=b\n\nhello')).toBe('Content-Type: text/plain\n\nhello');
    expect(normal('Content-Type: multipart/mixed\n\nhello')).toBe('Content-Type: text/plain\n\nhello');
  });

  it('adds the charset to a text that declares none or US-ASCII, when the mail reveals it', () => {
    const japanese = '\x1b$B$"\x1b(B';

    expect(normal(`Subject: s\n\n${japanese}`)).toBe(
      `Subject: s\nContent-Type: text/plain; charset=iso-2022-jp\n\n${japanese}`,
    );
    expect(normal('Subject: =?koi8-r?B?8A==?=\nContent-Type: text/html; Charset="us-ascii"; x=y\n\n\xf0\xd2')).toBe(
      'Subject: =?koi8-r?B?8A==?=\nContent-Type: text/html; x=y; charset=koi8-r\n\n\xf0\xd2',
    );
  });

  it('keeps a declared charset and does not guess a charset from letters alone', () => {
    for (const mail of ['Content-Type: text/plain; charset=utf-8\n\n\xe9', 'A: b\n\n\xe9', `A: b\n\n${utf8('é')}`])
      expect(normal(mail)).toBe(mail);
  });

  it('does not apply a charset that would destroy the ASCII letters of a text', () => {
    const mail = `${'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-16le\n\nx\n--b\n'}\ncaf\xe9\n--b--\n`;

    expect(normal(mail)).toBe(mail);
  });

  it('does not detect ISO-2022-JP in a text with other non-ASCII characters', () => {
    const mail = `Content-Type: text/plain; charset=utf-8\n\n${utf8('Привіт')} \x1b$B$"\x1b(B`;

    expect(normal(mail)).toBe(mail);
  });

  it('removes blank lines and a BOM before the first field, but no blank line from a text without headers', () => {
    expect(normal('\r\n\nSubject: s\r\n\r\nx')).toBe('Subject: s\r\n\r\nx');
    expect(normal(`${utf8('\uFEFF')}Subject: s\r\n\r\nx`)).toBe('Subject: s\r\n\r\nx');
    expect(normal('\r\nhello there')).toBe('\r\nhello there');
  });

  it('renames repeated From and Date fields and keeps repeated To fields', () => {
    expect(normal('From: a\nfrom: b\n c\nTo: x\nTo: y\nDate: 1\nDate: 2\n\nx')).toBe(
      'From: a\nx-repeated-from: b\n c\nTo: x\nTo: y\nDate: 1\nx-repeated-Date: 2\n\nx',
    );
  });

  it('leaves attached mails unchanged', () => {
    const inner = `Subject: \xe9\r\n${multipart(['\r\nx']).replaceAll('--b', '--c').replace('="b"', '="c"').replace('--c\r\n', '--c  \r\n')}`;
    const mail = multipart([
      '\r\nx',
      `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${inner}`,
    ]);

    expect(normal(mail)).toBe(mail);
  });

  it('throws MailParseError beyond the limits of depth, parts and header size, and accepts a mail at them', () => {
    const nested = (depth: number) =>
      `${Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary=n${n}\n\n--n${n}\n`).join('')}\nx`;
    const wide = (count: number) => multipart(Array.from({ length: count }, () => '\r\nx'));
    const codeOf = (text: string) => {
      try {
        return normal(text) && 'fine';
      } catch (error) {
        return error instanceof MailParseError ? error.code : 'thrown';
      }
    };

    expect([codeOf(nested(50)), codeOf(nested(51))]).toEqual(['fine', 'TooDeep']);
    expect([codeOf(wide(499)), codeOf(wide(500))]).toEqual(['fine', 'TooManyParts']);
    const head = (size: number) => `X: ${'x'.repeat(size - 5)}\n\n`;
    expect([codeOf(head(256 * 1024)), codeOf(head(256 * 1024 + 1))]).toEqual(['fine', 'HeaderTooLarge']);
  });

  it('is idempotent for a header block with a folded boundary and non-ASCII bytes', () => {
    const mail = 'Content-Type: multipart/digest; boundary=c\n xSubject: \xe9\n\r\nContent-Type: text/plain; name=n\n';
    const once = normal(mail);

    expect(normal(once)).toBe(once);
  });

  it('treats a digest part without headers as an attached mail', () => {
    const once = normal('Content-Type: multipart/digest; boundary=c\n\n--c\n--b');

    expect(once).toContain('--c\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\n--b');
    expect(normal(once)).toBe(once);
  });

  it('closes an inner multipart on a line of its own before a last line without a line break', () => {
    const inner = 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n';
    const once = normal(`Content-Type: multipart/mixed; boundary=c\n\n--c\n${inner}--c--`);

    expect(once).toMatch(/\n--b--\r\n--c--$/);
    expect(normal(once)).toBe(once);
  });

  it('is idempotent and does not throw for any mix of headers and delimiters', () => {
    const piece = fc.constantFrom(
      ...[
        '--b',
        '--b ',
        '--b--',
        '--c',
        '\n',
        '\r\n',
        'Content-Type: multipart/mixed; boundary=b\n',
        'Subject: \xe9\n',
      ],
      ...[
        'Content-Type: multipart/digest; boundary=c\n',
        'Content-Type: text/plain; name=n\n',
        'From: a\n',
        ' x',
        '\xff',
      ],
      'Content-Type: message/rfc822\n',
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const once = normal(pieces.join(''));
        expect(normal(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
