import { hasOtherWords, wordsOf } from '#lib/core/words.ts';
import { MAX_TEXT } from '#lib/mail/limits.ts';
import { escapeHtml } from '#lib/mail/mail-page.ts';
import type { MailContent, MailPart } from '#lib/mail/ports.ts';
import { quotedPrintableBytes } from './quoted-printable.ts';

/** How much of one file is compared with the words of the text. */
const MAX_FILE = 64 * 1024;

/** Matches a field of a part (RFC 2045), its continuation lines, and a delimiter. These are not the author's text. */
const FIELD = /^(?:content-[a-z-]{2,40}|mime-version)[ \t]*:/i;
const FURTHER = /^[ \t]+[a-z]{2,20}(?:\*\d{0,4}\*?)?=/i;
const DELIMITER = /^--\S{1,200}$/;
/** Matches a whole line of base64, and a short line that ends base64 or follows a field that declares it. */
const ENCODED = /^[A-Za-z0-9+/]{20,}={0,2}$/;
const SHORT = /^[A-Za-z0-9+/]{1,80}={0,2}$/;

/**
 * Returns the repaired mail, unless the original mail has more content. If the original has everything, it is returned.
 * Otherwise the missing lines and files are added to the repaired mail. `textOf` converts HTML to text.
 */
export function fullerReading(mended: MailContent, bare: MailContent, textOf: (html: string) => string): MailContent {
  const shown = { mended: shownText(mended, textOf), bare: shownText(bare, textOf) };
  const known = wordsOf(withFiles(shown.mended, mended));
  const lines = missingLines(shown.bare, known);
  const files = bare.parts.filter((part) => !holds(mended, part, known));
  if (lines.length + files.length === 0) return mended;
  const knownBare = wordsOf(withFiles(shown.bare, bare));
  const isWhole = !hasOtherWords(shown.mended, knownBare) && mended.parts.every((part) => holds(bare, part, knownBare));
  if (isWhole && !showsFields(bare)) return { ...mended, text: bare.text, html: bare.html, parts: bare.parts };
  return { ...withLines(mended, lines), parts: [...mended.parts, ...files] };
}

const shownText = ({ text, html }: MailContent, textOf: (html: string) => string): string =>
  `${text.slice(0, MAX_TEXT / 2)}\n${html === null ? '' : textOf(html).slice(0, MAX_TEXT / 2)}`;

const withFiles = (shown: string, { parts }: MailContent): string =>
  [shown, ...parts.map(({ content }) => Buffer.from(content.subarray(0, MAX_FILE)).toString('utf8'))].join('\n');

const showsFields = ({ text, html }: MailContent): boolean =>
  [text, html ?? ''].some((body) => body.split('\n').some((line) => FIELD.test(line)));

/** Returns the lines with a word that the other reading lacks. */
const missingLines = (text: string, known: ReadonlySet<string>): string[] =>
  linesOf(text).filter((line) => hasOtherWords(line, known));

/**
 * Returns the lines of a text. After the first field, the text is the source of an unrecognised part. Its fields,
 * delimiters, tags and encoded files are left out.
 */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const field = lines.findIndex((line) => FIELD.test(line));
  if (field === -1) return lines;
  const source = lines.slice(field).join('\n');
  const decoded = /quoted-printable/i.test(source)
    ? quotedPrintableBytes(Buffer.from(source)).toString('utf8')
    : source;
  return [
    ...lines.slice(0, field).filter((line) => !DELIMITER.test(line)),
    ...withoutSource(decoded.replace(/<[^<>]{0,2000}>/g, ' ').split('\n')),
  ];
}

function withoutSource(lines: readonly string[]): string[] {
  let isBase64 = false;
  let isEncoded = false;
  return lines.filter((line) => {
    if (DELIMITER.test(line)) isBase64 = false;
    if (/^content-transfer-encoding[ \t]*:/i.test(line)) isBase64 = /base64/i.test(line);
    isEncoded = ENCODED.test(line) || ((isBase64 || isEncoded) && SHORT.test(line));
    return !isEncoded && !FIELD.test(line) && !FURTHER.test(line) && !DELIMITER.test(line);
  });
}

/** Returns true when a reading has a file: whole, as the beginning of a longer file, or as text. */
function holds({ parts }: MailContent, file: MailPart, known: ReadonlySet<string>): boolean {
  const size = file.content.length;
  if (size === 0) return true;
  const isText = /^(?:text|message)\//.test(file.contentType);
  const isHeld = parts.some(({ content }) => {
    const length = Math.min(content.length, size);
    if (length === 0 || (isText && length < size)) return false;
    return Buffer.compare(content.subarray(0, length), file.content.subarray(0, length)) === 0;
  });
  return isHeld || (isText && missingLines(Buffer.from(file.content).toString('utf8'), known).length === 0);
}

function withLines(mail: MailContent, lines: readonly string[]): MailContent {
  if (lines.length === 0) return mail;
  const html = mail.html === null ? null : `${mail.html}<br>\n<div>${lines.map(escapeHtml).join('<br>\n')}</div>`;
  const isPage = mail.html !== null && mail.text.trim() === '';
  return { ...mail, html, text: isPage ? mail.text : [mail.text, ...lines].join('\n') };
}
