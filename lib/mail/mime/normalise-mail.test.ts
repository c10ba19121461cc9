import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MailParseError } from '#lib/mail/ports.ts';
import { normaliseMail } from './normalise-mail.ts';

const normal = (text: string): string => Buffer.from(normaliseMail(Buffer.from(text, 'latin1'))).toString('latin1');
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
const multipart = (parts: readonly string[], type = 'mixed'): string =>
  `Content-Type: multipart/${type}; boundary="b"\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

describe('normaliseMail', () => {
  it('gives a mail that needs nothing back as it is, without a copy', () => {
    const raw = Buffer.from(`From: a@x.test\r\n${multipart(['Content-Type: text/plain\r\n\r\nhello'])}`);

    expect(normaliseMail(raw)).toBe(raw);
  });

  it('cuts blanks behind boundary lines, and nowhere else', () => {
    expect(normal('Content-Type: multipart/mixed; boundary=b\n\n--b \t\n\nx  \n--bb  \n--b--  \n')).toBe(
      'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx  \n--bb  \n--b--\n',
    );
  });

  it('writes a boundary with blanks at its end as the header has it', () => {
    expect(normal('Content-Type: multipart/mixed; boundary="b  "\n\n--b\n\nx\n--b--\n')).toBe(
      'Content-Type: multipart/mixed; boundary="b  "\n\n--b  \n\nx\n--b  --\n',
    );
  });

  it('closes an inner multipart that the outer one ends', () => {
    const inner = 'Content-Type: multipart/alternative; boundary=c\n\n--c\n\nx\n';

    expect(normal(`Content-Type: multipart/mixed; boundary=b\n\n--b\n${inner}--b\n\ny\n--b--\n`)).toBe(
      `Content-Type: multipart/mixed; boundary=b\n\n--b\n${inner}--c--\n--b\n\ny\n--b--\n`,
    );
  });

  it('writes raw bytes of a Q encoded-word as =XX, for a parser takes such a word apart', () => {
    expect(normal('Subject: =?iso-8859-1?Q?Fr\xf6sche_?= =?utf-8?B?w6Q=?=\n\nx')).toBe(
      'Subject: =?iso-8859-1?Q?Fr=F6sche_?= =?utf-8?B?w6Q=?=\n\nx',
    );
  });

  it.each([
    ['the charset of the body', 'Content-Type: text/plain; charset=koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['windows-1252 where the body names none', 'X-A: b', 'caf\xe9 \x80', 'café €'],
    [
      'windows-1252 where the body says UTF-8 and the header is not',
      'Content-Type: text/plain; charset=utf-8',
      '\xfc',
      'ü',
    ],
    ['the charset of an encoded word beside it', 'X-A: =?windows-1251?Q?=CF?=', '\xcf\xf0', 'Пр'],
    ['ISO-2022-JP by its shifts', 'X-A: b', '\x1b$B$"\x1b(B', 'あ'],
  ])('writes a raw header as UTF-8 by %s', (_why, field, subject, text) => {
    expect(normal(`${field}\nSubject: ${subject}\n\nx`)).toBe(`${field}\nSubject: ${utf8(text)}\n\nx`);
  });

  it('leaves a field that is UTF-8 alone, though another is not', () => {
    expect(normal(`X-A: ${utf8('né')}\nX-B: \xe9\n\nx`)).toBe(`X-A: ${utf8('né')}\nX-B: ${utf8('é')}\n\nx`);
  });

  it('finds the charset for a header in a text part further down', () => {
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
      'an attached mail that says it is inline',
      'Content-Type: message/rfc822\r\nContent-Disposition: inline; filename="m.eml"',
      'Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="m.eml"',
    ],
    [
      'a text with a name',
      'Content-Type: text/plain; name="notes.txt"',
      'Content-Type: text/plain; name="notes.txt"\r\nContent-Disposition: attachment',
    ],
    [
      'a text with the name of a file',
      "Content-Type: text/html\r\nContent-Disposition:\r\n inline;\r\n filename*=utf-8''n.html",
      "Content-Type: text/html\r\nContent-Disposition: attachment;\r\n filename*=utf-8''n.html",
    ],
  ])('makes a file of %s', (_what, given, wanted) => {
    const first = 'Content-Type: text/plain\r\n\r\nbody';

    expect(normal(multipart([first, `${given}\r\n\r\nx`]))).toBe(multipart([first, `${wanted}\r\n\r\nx`]));
  });

  it.each([
    ['the first part, named or not', multipart(['Content-Type: text/plain; name="body.txt"\r\n\r\nx'])],
    ['the mail itself', 'Content-Type: text/plain; name="body.txt"\r\n\r\nx'],
    [
      'a choice of an alternative',
      multipart(
        ['Content-Type: text/plain\r\n\r\nx', 'Content-Type: text/html; name="b.html"\r\n\r\n<p>x'],
        'alternative',
      ),
    ],
    ['what is a file already', multipart(['\r\nx', 'Content-Disposition: attachment; filename=a.txt\r\n\r\nx'])],
  ])('makes no file of %s', (_what, mail) => {
    expect(normal(mail)).toBe(mail);
  });

  it('takes members of a digest for mails', () => {
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

  it('shows a multipart without parts as the text that it is', () => {
    expect(normal('Content-Type: multipart/mixed; boundary=b\n\nhello')).toBe('Content-Type: text/plain\n\nhello');
    expect(normal('Content-Type: multipart/mixed\n\nhello')).toBe('Content-Type: text/plain\n\nhello');
  });

  it('names the charset of a text that names none, when the mail knows it', () => {
    const japanese = '\x1b$B$"\x1b(B';

    expect(normal(`Subject: s\n\n${japanese}`)).toBe(
      `Subject: s\nContent-Type: text/plain; charset=iso-2022-jp\n\n${japanese}`,
    );
    expect(normal('Subject: =?koi8-r?B?8A==?=\nContent-Type: text/html; Charset="us-ascii"; x=y\n\n\xf0\xd2')).toBe(
      'Subject: =?koi8-r?B?8A==?=\nContent-Type: text/html; x=y; charset=koi8-r\n\n\xf0\xd2',
    );
  });

  it('believes a charset that is named, and guesses none from letters alone', () => {
    for (const mail of ['Content-Type: text/plain; charset=utf-8\n\n\xe9', 'A: b\n\n\xe9', `A: b\n\n${utf8('é')}`])
      expect(normal(mail)).toBe(mail);
  });

  it('takes no charset for a text by which its ASCII letters would be lost', () => {
    const mail = `${'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-16le\n\nx\n--b\n'}\ncaf\xe9\n--b--\n`;

    expect(normal(mail)).toBe(mail);
  });

  it('takes a shift into Japanese for one only where nothing else is past ASCII', () => {
    const mail = `Content-Type: text/plain; charset=utf-8\n\n${utf8('Привіт')} \x1b$B$"\x1b(B`;

    expect(normal(mail)).toBe(mail);
  });

  it('cuts blank lines before the first field, but not those that make a text of what has no header', () => {
    expect(normal('\r\n\nSubject: s\r\n\r\nx')).toBe('Subject: s\r\n\r\nx');
    expect(normal(`${utf8('\uFEFF')}Subject: s\r\n\r\nx`)).toBe('Subject: s\r\n\r\nx');
    expect(normal('\r\nhello there')).toBe('\r\nhello there');
  });

  it('renames all but the first From, Subject, Message-ID and Date', () => {
    expect(normal('From: a\nfrom: b\n c\nTo: x\nTo: y\nDate: 1\nDate: 2\n\nx')).toBe(
      'From: a\nx-repeated-from: b\n c\nTo: x\nTo: y\nDate: 1\nx-repeated-Date: 2\n\nx',
    );
  });

  it('looks into no attached mail', () => {
    const inner = `Subject: \xe9\r\n${multipart(['\r\nx']).replaceAll('--b', '--c').replace('="b"', '="c"').replace('--c\r\n', '--c  \r\n')}`;
    const mail = multipart([
      '\r\nx',
      `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${inner}`,
    ]);

    expect(normal(mail)).toBe(mail);
  });

  it('refuses by name what is past its limits, and nothing at them', () => {
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

  it('keeps a boundary with bytes beyond ASCII equal to its delimiters', () => {
    const mail = 'Content-Type: multipart/digest; boundary=c\n xSubject: \xe9\n\r\nContent-Type: text/plain; name=n\n';
    const once = normal(mail);

    expect(normal(once)).toBe(once);
  });

  it('takes a member of a digest for a mail where it begins without a header', () => {
    const once = normal('Content-Type: multipart/digest; boundary=c\n\n--c\n--b');

    expect(once).toContain('--c\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\n--b');
    expect(normal(once)).toBe(once);
  });

  it('changes nothing more the second time, and never throws but by name', () => {
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
