import { HOUR_MS } from '#lib/core/time.ts';
import type { DemoMail, DemoThread } from './mails/schema.ts';

export const demoMid = (key: string, place: number): string => `demo-${key}-${place}@mail.plaza.test`;

/** Returns a mail in the bytes that a mail server would deliver (RFC 5322, RFC 2045). */
export function rawDemoMail(
  { key, subject, mails }: DemoThread,
  place: number,
  { now, address }: { readonly now: Date; readonly address: string },
): Uint8Array {
  const mail = mails[place];
  if (!mail) throw new Error(`the demo thread ${key} has no mail ${place}`);
  const writer = mails.find(({ from }) => from !== undefined)?.from ?? address;
  const before = Array.from({ length: place }, (_, at) => demoMid(key, at));
  const head = [
    `From: ${addressField(mail.from ?? `Plaza <${address}>`)}`,
    `To: ${addressField(mail.from === undefined ? writer : address)}`,
    `Subject: ${encoded(place === 0 ? subject : `Re: ${subject}`)}`,
    `Message-ID: <${demoMid(key, place)}>`,
    `Date: ${new Date(now.getTime() - mail.hoursAgo * HOUR_MS).toUTCString().replace('GMT', '+0000')}`,
    ...(before.length > 0 ? [`In-Reply-To: <${before.at(-1)}>`] : []),
    ...(before.length > 0 ? [`References: ${before.map((mid) => `<${mid}>`).join(' ')}`] : []),
    ...(mail.headers ?? []),
    'MIME-Version: 1.0',
  ];
  return Buffer.from([...head, ...bodyOf(mail)].join('\r\n'));
}

function bodyOf({ text, html, attachment }: DemoMail): readonly string[] {
  const plain = part('text/plain; charset=utf-8', text);
  const shown = html === undefined ? plain : multipart('alternative', [plain, part('text/html; charset=utf-8', html)]);
  if (!attachment) return shown;
  const { name, type, base64 } = attachment;
  const file = [
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64,
  ];
  return multipart('mixed', [shown, file]);
}

const part = (type: string, text: string): readonly string[] => [
  `Content-Type: ${type}`,
  'Content-Transfer-Encoding: base64',
  '',
  lines(Buffer.from(text).toString('base64')),
];

function multipart(kind: string, parts: readonly (readonly string[])[]): readonly string[] {
  const boundary = `demo-${kind}`;
  return [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((content) => [`--${boundary}`, ...content]),
    `--${boundary}--`,
  ];
}

const lines = (base64: string): string => base64.replaceAll(/.{76}/g, '$&\r\n');

function addressField(text: string): string {
  const [, name = '', address = text] = /^(.*) (<[^>]+>)$/.exec(text) ?? [];
  return name === '' ? address : `${encoded(name)} ${address}`;
}

/** Encodes a header in any script (RFC 2047). An encoded word has at most 75 characters, so a long text is split. */
function encoded(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  const words: string[] = [];
  let word = '';
  for (const letter of text) {
    if (Buffer.byteLength(word + letter) > 42) {
      words.push(word);
      word = '';
    }
    word += letter;
  }
  return [...words, word].map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ');
}
