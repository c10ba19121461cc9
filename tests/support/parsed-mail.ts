import { parseSource } from '#lib/mail/parse-source.ts';
import type { ParsedMail } from '#lib/mail/ports.ts';
import { mailTools } from '#services/mail/mail-tools.ts';

/** Parses a mail written by hand with the product's own parser; lines may end in `\n`. */
export const parsedText = (mail: string): Promise<ParsedMail> =>
  parseSource(mailTools, Buffer.from(mail.replace(/\r?\n/g, '\r\n'), 'utf8'));

/** Parses a plain mail of header lines and a text. */
export const plainMail = (headers: readonly string[], text = 'Hello.'): Promise<ParsedMail> =>
  parsedText([...headers, 'Content-Type: text/plain; charset=utf-8', '', text].join('\n'));

/** Parses a multipart/report of a text and further parts. Each part is a content type and its text. */
export const reportMail = (
  headers: readonly string[],
  type: string,
  parts: readonly (readonly [contentType: string, text: string])[],
): Promise<ParsedMail> =>
  parsedText(
    [
      ...headers,
      `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
      '',
      ...parts.flatMap(([contentType, text]) => ['--b', `Content-Type: ${contentType}`, '', text]),
      '--b--',
      '',
    ].join('\n'),
  );
