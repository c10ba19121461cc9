import { randomFrom } from './random.ts';

/** A mail that no person writes by hand. `make` builds it; `share` scales down everything that the mail repeats. */
export type HostileMail = { readonly name: string; readonly make: (share?: number) => Uint8Array };
/** Scales a count of the whole mail to the share that is built. */
type Of = (count: number) => number;

const HEAD =
  'From: a@x.test\r\nTo: b@y.test\r\nSubject: s\r\nMessage-ID: <h@x.test>\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n';
const MB = 1024 * 1024;

const bytes = (...pieces: readonly string[]): Uint8Array => Buffer.from(pieces.join(''), 'latin1');
const mail = (type: string, body: string): Uint8Array => bytes(HEAD, `Content-Type: ${type}\r\n\r\n`, body);
const headed = (fields: string): Uint8Array => bytes(HEAD, fields, '\r\n\r\nbody\r\n');
const many = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join('');

/** Returns nested multiparts: each is opened, and either none or all are closed. */
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

const hostile = (name: string, make: (of: Of) => Uint8Array): HostileMail => ({
  name,
  make: (share = 1) => make((count) => Math.ceil(count * share)),
});
const html = (body: string): Uint8Array => mail('text/html; charset=utf-8', body);

export const hostileMails: readonly HostileMail[] = [
  ...[50, 100, 1000, 5000].map((depth) => hostile(`multiparts nested ${depth} deep`, (of) => nested(of(depth), true))),
  hostile('multiparts nested 45 deep and never closed', (of) => nested(of(45), false)),
  ...[400, 10_000].map((count) => hostile(`${count} parts`, (of) => wide(of(count)))),
  hostile('500 mails in mails', (of) => attached(of(500))),
  hostile('a header of 5 MB', (of) => headed(`X-Long: ${'x'.repeat(of(5 * MB))}`)),
  hostile('a header of 200 KB in one field', (of) => headed(`X-Long: ${'x'.repeat(of(200 * 1024))}`)),
  hostile('100,000 headers', (of) => headed(many(of(100_000), (n) => `X-${n}: v\r\n`).trimEnd())),
  hostile('20,000 short headers', (of) => headed(many(of(20_000), () => 'X: v\r\n').trimEnd())),
  hostile('50,000 recipients', (of) => headed(`Cc: ${many(of(50_000), (n) => `u${n}@x.test,\r\n `)}z@x.test`)),
  hostile('12,000 recipients', (of) => headed(`Cc: ${many(of(12_000), (n) => `u${n}@x.test,\r\n `)}z@x.test`)),
  hostile('50,000 references', (of) =>
    headed(`References: ${many(of(50_000), (n) => `<${n}@x.test>\r\n `)}<z@x.test>`),
  ),
  hostile('12,000 references', (of) =>
    headed(`References: ${many(of(12_000), (n) => `<${n}@x.test>\r\n `)}<z@x.test>`),
  ),
  hostile('20,000 encoded words', (of) => headed(`X-Words: ${many(of(20_000), () => '=?utf-8?Q?=C3=A4?=\r\n ')}`)),
  hostile('8,000 encoded words in the subject', (of) =>
    bytes(HEAD.replace('Subject: s', `Subject: ${many(of(8000), () => '=?utf-8?Q?=C3=A4?=\r\n ')}`), '\r\nbody'),
  ),
  ...['=?', '=?a?b?', '=?utf-8?q?', '=?=?', '?=', '<', '(', '"', ',', ':', ';', '\\', '@', '>,<'].map((sign) =>
    hostile(`250 KB of ${sign} in the addresses, the subject and the ids`, (of) => {
      const run = sign.repeat(of(Math.floor(60_000 / sign.length)));
      return bytes(`From: ${run}\r\nTo: ${run}\r\nSubject: ${run}\r\nReferences: ${run}\r\n\r\nbody`);
    }),
  ),
  ...['; a', '; a*0*=', ';"', '\\', '; name*1="', '='].map((sign) =>
    hostile(`250 KB of ${sign} in the type`, (of) =>
      mail(
        `multipart/mixed; boundary=t${sign.repeat(of(Math.floor(200_000 / sign.length)))}`,
        '--t\r\n\r\nx\r\n--t--\r\n',
      ),
    ),
  ),
  hostile('a megabyte of NUL', (of) => bytes(HEAD, '\r\n', '\0'.repeat(of(MB)))),
  hostile('a megabyte of NUL as a header', (of) => bytes('\0'.repeat(of(MB)))),
  hostile('nothing', () => bytes('')),
  hostile('blank lines alone', () => bytes('\r\n\n\r\n')),
  hostile('one line without an end', () => bytes('hello')),
  hostile('headers without a body', () => bytes(HEAD.trimEnd())),
  hostile('text in UTF-7', () => mail('text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-')),
  hostile('a charset that is none', () => mail('text/plain; charset=x-none-such', 'caf\xe9')),
  hostile('an endless boundary', (of) => mail(`multipart/mixed; boundary="${'b'.repeat(of(100_000))}"`, 'x')),
  hostile('a boundary of nothing', () => mail('multipart/mixed; boundary=""', '--\r\n\r\nx\r\n----\r\n')),
  hostile('one boundary for all levels', (of) =>
    mail(
      'multipart/mixed; boundary=a',
      many(of(40), () => '--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'),
    ),
  ),
  hostile('100,000 lines that are nearly boundaries', (of) =>
    mail('multipart/mixed; boundary=nearly', `--nearly\r\n\r\n${'--nearlx\r\n'.repeat(of(100_000))}--nearly--`),
  ),
  hostile('100,000 nested tags', (of) => html('<div>'.repeat(of(100_000)))),
  hostile('2,000 nested tags', (of) => html(`${'<b>'.repeat(of(2000))}x${'</b>'.repeat(of(2000))}`)),
  hostile('nested tags and ends that match nothing', (of) => html('<div></x>'.repeat(of(60_000)))),
  hostile('unclosed tables', (of) => html('<table><tr><td>'.repeat(of(60_000)))),
  hostile('unclosed paragraphs', (of) => html('<p><li><td>x'.repeat(of(60_000)))),
  hostile('200,000 links', (of) => html('<a href="http://x.test/">l</a>'.repeat(of(200_000)))),
  hostile('30,000 links', (of) => html('<a href="http://x.test/">l</a>'.repeat(of(30_000)))),
  hostile('10,000 remote images', (of) => html(many(of(10_000), (n) => `<img src="http://x.test/${n}">`))),
  hostile('3,000 nested quotes', (of) => html(`${'<blockquote>x<br>'.repeat(of(3000))}`)),
  hostile('an attribute that never ends', (of) => html(`<a href="${'x'.repeat(of(900_000))}`)),
  hostile('900 KB of quotes in tags', (of) => html('<a ="'.repeat(of(180_000)))),
  hostile('900 KB of comments that never end', (of) => html('<!--'.repeat(of(225_000)))),
  hostile('900 KB of opening signs', (of) => html('<'.repeat(of(900_000)))),
  hostile('900 KB of styles', (of) => html('<p style="color:red;;;;;font:x/*">'.repeat(of(26_000)))),
  hostile('one style of 900 KB', (of) => html(`<p style="${'a:b;'.repeat(of(225_000))}">x`)),
  hostile('one color of 900 KB', (of) => html(`<p style="color:rgb(${'1,'.repeat(of(440_000))})">x`)),
  // The page before the parts keeps its size. Each hidden part costs a copy of the page, and V8 copies 128 KB and more
  // far slower.
  hostile('30,000 hidden parts', (of) => html(`${'words '.repeat(50_000)}${'<i hidden>x</i>'.repeat(of(30_000))}`)),
  hostile('40,000 pictures of nothing', (of) =>
    html(`${'words '.repeat(of(50_000))}${'<img src=x>'.repeat(of(40_000))}`),
  ),
  hostile('900 KB of entities', (of) => html('&amp;&#65;&x'.repeat(of(75_000)))),
  hostile('an invitation of 900 KB', (of) =>
    mail('text/calendar', `BEGIN:VEVENT\r\n${'SUMMARY;X="a:b\r\n '.repeat(of(53_000))}`),
  ),
  hostile('quoted-printable of equal signs', (of) =>
    bytes(HEAD, 'Content-Transfer-Encoding: quoted-printable\r\n\r\n', '=\r\n='.repeat(of(225_000))),
  ),
  hostile('20 MB of text', (of) =>
    mail('text/plain', 'a line of the text, as long as most of them are\r\n'.repeat(of(420_000))),
  ),
  hostile('20 MB of one line', (of) => mail('text/plain', 'x'.repeat(of(20 * MB)))),
  hostile('20 MB of HTML', (of) => html('<p>a <b>line</b> of the page &amp; more</p>\r\n'.repeat(of(480_000)))),
  hostile('20 MB of HTML without a tag', (of) => html('x'.repeat(of(20 * MB)))),
  hostile('20 MB of unclosed tags', (of) => html('<div>'.repeat(of(4 * MB)))),
  hostile('8 MB of half boundaries', (of) =>
    mail('multipart/mixed; boundary=n', `--n\r\n\r\n${'--n \t x\n'.repeat(of(MB))}`),
  ),
  hostile('6 MB of dashes', (of) => mail('multipart/mixed; boundary=-', `---\r\n\r\n${'\n--'.repeat(of(2 * MB))}`)),
  hostile('an attachment of 25 MB', (of) => file(of(24.9 * MB))),
];

/** Returns the same bytes for the same seed. */
export function randomBytes(size: number, seed: number): Uint8Array {
  const random = randomFrom(seed);
  return Uint8Array.from({ length: size }, () => random.int(256));
}

/** Mails that cost seconds of CPU or hundreds of megabytes: only a thread that can be terminated may read them. */
export const costlyMails: readonly HostileMail[] = [
  hostile('12 MB in UTF-7', (of) => mail('text/plain; charset=utf-7', '+AGE-'.repeat(of(2_500_000)))),
  hostile('24 MB in UTF-7', (of) => mail('text/plain; charset=utf-7', '+AGE-'.repeat(of(4_900_000)))),
  hostile('24 MB in ISO-2022-JP', (of) => mail('text/plain; charset=iso-2022-jp', 'abcdefgh'.repeat(of(3_000_000)))),
  hostile('20 MB of quoted-printable', (of) =>
    bytes(HEAD, 'Content-Transfer-Encoding: quoted-printable\r\n\r\n', '=3D'.repeat(of(7_000_000))),
  ),
];
