import { randomFrom } from './random.ts';

/** Mails that nobody writes by hand, made anew for each test. `large`: of 20 MB and more, which may take three seconds. */
export type HostileMail = { readonly name: string; readonly large: boolean; readonly make: () => Uint8Array };

const HEAD =
  'From: a@x.test\r\nTo: b@y.test\r\nSubject: s\r\nMessage-ID: <h@x.test>\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n';
const MB = 1024 * 1024;

const bytes = (...pieces: readonly string[]): Uint8Array => Buffer.from(pieces.join(''), 'latin1');
const mail = (type: string, body: string): Uint8Array => bytes(HEAD, `Content-Type: ${type}\r\n\r\n`, body);
const headed = (fields: string): Uint8Array => bytes(HEAD, fields, '\r\n\r\nbody\r\n');
const many = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join('');

/** Multiparts in multiparts, each opened and none closed, or closed all. */
function nested(depth: number, isClosed: boolean): Uint8Array {
  const open = many(depth, (n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`);
  const close = isClosed ? many(depth, (n) => `\r\n--b${depth - 1 - n}--\r\n`) : '';
  return bytes(HEAD, open, 'Content-Type: text/plain\r\n\r\nthe innermost text\r\n', close);
}

const wide = (count: number): Uint8Array =>
  mail(
    'multipart/mixed; boundary=w',
    `${many(count, (n) => `--w\r\nContent-Type: text/plain\r\n\r\npart ${n}\r\n`)}--w--\r\n`,
  );

const attached = (depth: number): Uint8Array =>
  bytes(
    HEAD,
    many(depth, () => 'Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\nSubject: in\r\n'),
    '\r\nx',
  );

const file = (size: number): Uint8Array => {
  const line = `${'QUJD'.repeat(19)}\r\n`;
  const text = '--f\r\nContent-Type: text/plain\r\n\r\nsee the file\r\n';
  const name = '--f\r\nContent-Type: application/zip; name=f.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  return mail('multipart/mixed; boundary=f', `${text}${name}${line.repeat(Math.floor(size / line.length))}--f--\r\n`);
};

const small = (name: string, make: () => Uint8Array): HostileMail => ({ name, large: false, make });
const large = (name: string, make: () => Uint8Array): HostileMail => ({ name, large: true, make });
const html = (body: string): Uint8Array => mail('text/html; charset=utf-8', body);

export const hostileMails: readonly HostileMail[] = [
  ...[50, 100, 1000, 5000].map((depth) => small(`multiparts nested ${depth} deep`, () => nested(depth, true))),
  small('multiparts nested 45 deep and never closed', () => nested(45, false)),
  ...[400, 10_000].map((count) => small(`${count} parts`, () => wide(count))),
  small('500 mails in mails', () => attached(500)),
  small('a header of 5 MB', () => headed(`X-Long: ${'x'.repeat(5 * MB)}`)),
  small('a header of 200 KB in one field', () => headed(`X-Long: ${'x'.repeat(200 * 1024)}`)),
  small('100,000 headers', () => headed(many(100_000, (n) => `X-${n}: v\r\n`).trimEnd())),
  small('20,000 short headers', () => headed(many(20_000, () => 'X: v\r\n').trimEnd())),
  small('50,000 recipients', () => headed(`Cc: ${many(50_000, (n) => `u${n}@x.test,\r\n `)}z@x.test`)),
  small('12,000 recipients', () => headed(`Cc: ${many(12_000, (n) => `u${n}@x.test,\r\n `)}z@x.test`)),
  small('50,000 references', () => headed(`References: ${many(50_000, (n) => `<${n}@x.test>\r\n `)}<z@x.test>`)),
  small('12,000 references', () => headed(`References: ${many(12_000, (n) => `<${n}@x.test>\r\n `)}<z@x.test>`)),
  small('20,000 encoded words', () => headed(`X-Words: ${many(20_000, () => '=?utf-8?Q?=C3=A4?=\r\n ')}`)),
  small('8,000 encoded words in the subject', () =>
    bytes(HEAD.replace('Subject: s', `Subject: ${many(8000, () => '=?utf-8?Q?=C3=A4?=\r\n ')}`), '\r\nbody'),
  ),
  ...['=?', '=?a?b?', '=?utf-8?q?', '=?=?', '?=', '<', '(', '"', ',', ':', ';', '\\', '@', '>,<'].map((sign) =>
    small(`250 KB of ${sign} in the addresses, the subject and the ids`, () => {
      const run = sign.repeat(Math.floor(60_000 / sign.length));
      return bytes(`From: ${run}\r\nTo: ${run}\r\nSubject: ${run}\r\nReferences: ${run}\r\n\r\nbody`);
    }),
  ),
  ...['; a', '; a*0*=', ';"', '\\', '; name*1="', '='].map((sign) =>
    small(`250 KB of ${sign} in the type`, () =>
      mail(`multipart/mixed; boundary=t${sign.repeat(Math.floor(200_000 / sign.length))}`, '--t\r\n\r\nx\r\n--t--\r\n'),
    ),
  ),
  small('a megabyte of NUL', () => bytes(HEAD, '\r\n', '\0'.repeat(MB))),
  small('a megabyte of NUL as a header', () => bytes('\0'.repeat(MB))),
  small('nothing', () => bytes('')),
  small('blank lines alone', () => bytes('\r\n\n\r\n')),
  small('one line without an end', () => bytes('hello')),
  small('headers without a body', () => bytes(HEAD.trimEnd())),
  small('text in UTF-7', () => mail('text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-')),
  small('a charset that is none', () => mail('text/plain; charset=x-none-such', 'caf\xe9')),
  small('an endless boundary', () => mail(`multipart/mixed; boundary="${'b'.repeat(100_000)}"`, 'x')),
  small('a boundary of nothing', () => mail('multipart/mixed; boundary=""', '--\r\n\r\nx\r\n----\r\n')),
  small('one boundary for all levels', () =>
    mail(
      'multipart/mixed; boundary=a',
      many(40, () => '--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'),
    ),
  ),
  small('100,000 lines that are nearly boundaries', () =>
    mail('multipart/mixed; boundary=nearly', `--nearly\r\n\r\n${'--nearlx\r\n'.repeat(100_000)}--nearly--`),
  ),
  small('100,000 nested tags', () => html('<div>'.repeat(100_000))),
  small('2,000 nested tags', () => html(`${'<b>'.repeat(2000)}x${'</b>'.repeat(2000)}`)),
  small('nested tags and ends that match nothing', () => html('<div></x>'.repeat(60_000))),
  small('unclosed tables', () => html('<table><tr><td>'.repeat(60_000))),
  small('unclosed paragraphs', () => html('<p><li><td>x'.repeat(60_000))),
  small('200,000 links', () => html('<a href="http://x.test/">l</a>'.repeat(200_000))),
  small('30,000 links', () => html('<a href="http://x.test/">l</a>'.repeat(30_000))),
  small('10,000 remote images', () => html(many(10_000, (n) => `<img src="http://x.test/${n}">`))),
  small('3,000 nested quotes', () => html(`${'<blockquote>x<br>'.repeat(3000)}`)),
  small('an attribute that never ends', () => html(`<a href="${'x'.repeat(900_000)}`)),
  small('900 KB of quotes in tags', () => html('<a ="'.repeat(180_000))),
  small('900 KB of comments that never end', () => html('<!--'.repeat(225_000))),
  small('900 KB of opening signs', () => html('<'.repeat(900_000))),
  small('900 KB of styles', () => html('<p style="color:red;;;;;font:x/*">'.repeat(26_000))),
  small('one style of 900 KB', () => html(`<p style="${'a:b;'.repeat(225_000)}">x`)),
  small('one color of 900 KB', () => html(`<p style="color:rgb(${'1,'.repeat(440_000)})">x`)),
  small('30,000 hidden parts', () => html(`${'words '.repeat(50_000)}${'<i hidden>x</i>'.repeat(30_000)}`)),
  small('40,000 pictures of nothing', () => html(`${'words '.repeat(50_000)}${'<img src=x>'.repeat(40_000)}`)),
  small('900 KB of entities', () => html('&amp;&#65;&x'.repeat(75_000))),
  small('an invitation of 900 KB', () =>
    mail('text/calendar', `BEGIN:VEVENT\r\n${'SUMMARY;X="a:b\r\n '.repeat(53_000)}`),
  ),
  small('quoted-printable of equal signs', () =>
    bytes(HEAD, 'Content-Transfer-Encoding: quoted-printable\r\n\r\n', '=\r\n='.repeat(225_000)),
  ),
  large('20 MB of text', () =>
    mail('text/plain', 'a line of the text, as long as most of them are\r\n'.repeat(420_000)),
  ),
  large('20 MB of one line', () => mail('text/plain', 'x'.repeat(20 * MB))),
  large('20 MB of HTML', () => html('<p>a <b>line</b> of the page &amp; more</p>\r\n'.repeat(480_000))),
  large('20 MB of HTML without a tag', () => html('x'.repeat(20 * MB))),
  large('20 MB of unclosed tags', () => html('<div>'.repeat(4 * MB))),
  large('8 MB of half boundaries', () => mail('multipart/mixed; boundary=n', `--n\r\n\r\n${'--n \t x\n'.repeat(MB)}`)),
  large('6 MB of dashes', () => mail('multipart/mixed; boundary=-', `---\r\n\r\n${'\n--'.repeat(2 * MB)}`)),
  large('an attachment of 25 MB', () => file(24.9 * MB)),
];

/** The same bytes for the same seed. */
export function randomBytes(size: number, seed: number): Uint8Array {
  const random = randomFrom(seed);
  return Uint8Array.from({ length: size }, () => random.int(256));
}
