import { isAscii, isUtf8 } from 'node:buffer';
import { REPEATED, singleFields } from '#lib/mail/headers/headers.ts';
import { fieldValue, folded, type RawField } from './fields.ts';
import { decoderOf, FALLBACK_CHARSET, hasJapaneseEscape } from './text-charset.ts';
import type { MimePart } from './walk.ts';

/**
 * `charset` is the actual charset of this part when its header is wrong. `hint` is the charset named elsewhere in the
 * mail.
 */
export type HeaderRepair = { readonly charset: string | null; readonly hint: string | null };

/** Repairs one header block of a mail. A valid block is returned as the same object. */
export function repairHeaders(block: Buffer, part: MimePart, { charset, hint }: HeaderRepair): Buffer {
  // A mail that ends with a delimiter has an empty last part.
  if (block.length === 0 && !part.isRunOn) return block;
  const own = (part.type.params.get('charset') ?? '').toLowerCase();
  const keepsBytes = hasRawBoundary(part);
  const read = part.fields.map(({ name, text }) => ({
    name,
    text: folded(keepsBytes && name === 'content-type' ? text : readable(text, own, hint)),
  }));
  const fields = part.parent === '' ? withoutRepeats(read) : read;
  const lineBreak = block.indexOf('\r\n') === -1 ? '\n' : '\r\n';
  const changes = new Map<string, string>();
  if (isForeignMail(part)) changes.set('content-type', 'message/rfc822');
  else if (isEmptyMultipart(part)) changes.set('content-type', 'text/plain');
  else if (charset) changes.set('content-type', withCharset(part, fields, charset));
  if (isFile(part)) changes.set('content-disposition', asAttachment(fields));
  const text = rewritten(fields, changes, lineBreak) + (part.isRunOn ? lineBreak : '');
  return text === block.toString('latin1') ? block : Buffer.from(text, 'latin1');
}

/** Returns the header block of a part, changed so that the part is listed as a file. */
export function asFile(block: Buffer, part: MimePart): Buffer {
  const lineBreak = block.indexOf('\r\n') === -1 ? '\n' : '\r\n';
  const changes = new Map([['content-disposition', asAttachment(part.fields)]]);
  return Buffer.from(rewritten(part.fields, changes, lineBreak), 'latin1');
}

/**
 * Keeps the first From, Subject, Message-ID and Date, because the parser would use the last. Of several From fields,
 * the first with an address counts.
 */
function withoutRepeats(fields: readonly RawField[]): RawField[] {
  const seen = new Set<string>();
  const sender = fields.find(({ name, text }) => name === 'from' && text.includes('@'));
  return fields.map((field) => {
    if (!singleFields.includes(field.name)) return field;
    const isFirst = field.name === 'from' && sender ? field === sender : !seen.has(field.name);
    if (isFirst) return seen.add(field.name) && field;
    return { name: REPEATED + field.name, text: REPEATED + field.text };
  });
}

/** Returns true when the boundary has bytes beyond ASCII. Recoded, it would no longer equal its delimiters. */
const hasRawBoundary = ({ type }: MimePart): boolean =>
  !isAscii(Buffer.from(type.params.get('boundary') ?? '', 'latin1'));

/** Returns true for a digest member without a type, which is a mail (RFC 2046 5.1.5). */
const isForeignMail = ({ parent, type }: MimePart): boolean => parent === 'multipart/digest' && type.value === '';

/** Returns true for a multipart without any part. Its content is plain text. */
const isEmptyMultipart = ({ type, children }: MimePart): boolean =>
  type.value.startsWith('multipart/') && children === 0;

/** Returns true when the repair of this header changes which parts the parser finds. */
export const changesParts = (part: MimePart): boolean =>
  part.isRunOn || isEmptyMultipart(part) || part.fields.some(({ text }) => folded(text) !== text);

/**
 * Returns true when a part is a file although the parser would add it to the text. That is an attached mail, or a text
 * with a name. The first part of a multipart and the parts of an alternative are the text itself, with or without a
 * name (RFC 8621 4.1.4).
 */
function isFile(part: MimePart): boolean {
  if (part.disposition.value === 'attachment') return false;
  if (part.type.value.startsWith('message/') || isForeignMail(part)) return true;
  if (part.type.value !== '' && !part.type.value.startsWith('text/')) return false;
  const isNamed = Boolean(part.disposition.params.get('filename') || part.type.params.get('name'));
  return isNamed && part.parent !== '' && part.parent !== 'multipart/alternative' && part.place > 0;
}

function asAttachment(fields: readonly RawField[]): string {
  const field = fields.find(({ name }) => name === 'content-disposition');
  const params = field?.text.indexOf(';') ?? -1;
  return field && params !== -1 ? `attachment${field.text.slice(params).trimEnd()}` : 'attachment';
}

function withCharset(part: MimePart, fields: readonly RawField[], charset: string): string {
  const field = fields.find(({ name }) => name === 'content-type');
  if (!field || part.type.value === '') return `text/plain; charset=${charset}`;
  const bare = fieldValue(field).replace(/;\s*charset\*?\s*=\s*(?:"[^"]*"|[^;"]*)/gi, '');
  return `${bare}; charset=${charset}`;
}

const written = new Map([
  ['content-type', 'Content-Type'],
  ['content-disposition', 'Content-Disposition'],
]);

/**
 * Returns the block with changed fields. The first field of a name is replaced, a missing one is added before the empty
 * line.
 */
function rewritten(fields: readonly RawField[], changes: Map<string, string>, lineBreak: string): string {
  const texts = fields.map(({ name, text }) => {
    const value = changes.get(name);
    if (value === undefined) return text;
    changes.delete(name);
    return `${text.slice(0, text.indexOf(':'))}: ${value}${lineBreak}`;
  });
  const added = [...changes].map(([name, value]) => `${written.get(name) ?? name}: ${value}${lineBreak}`);
  if (added.length === 0) return texts.join('');
  const hasEnd = /^\r?\n$/.test(texts.at(-1) ?? '');
  const [kept, end] = hasEnd ? [texts.slice(0, -1), texts.slice(-1)] : [texts, []];
  const open = kept.at(-1);
  const gap = open === undefined || open.endsWith('\n') ? '' : lineBreak;
  return [...kept, gap, ...added, ...end].join('');
}

/** Returns a field as UTF-8 bytes in Latin-1 form. */
function readable(text: string, own: string, hint: string | null): string {
  const bytes = Buffer.from(text, 'latin1');
  if (isAscii(bytes)) return hasJapaneseEscape(bytes) ? decoded(bytes, 'iso-2022-jp') : text;
  const mended = Buffer.from(withoutRawWords(text), 'latin1');
  if (isUtf8(mended)) return mended.toString('latin1');
  return decoded(mended, own && own !== 'utf-8' && own !== 'utf8' ? own : (hint ?? FALLBACK_CHARSET));
}

/**
 * Escapes bytes beyond ASCII inside a Q encoded-word as `=XX`, because the parser splits such a word (RFC 2047 4.2).
 */
const withoutRawWords = (text: string): string =>
  text.replace(/=\?[^?\s]{1,75}\?[Qq]\?[^?]*\?=/g, (word) =>
    word.replace(/[\u0080-\u00ff]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  );

function decoded(bytes: Buffer, charset: string): string {
  const named = decoderOf(charset)?.decode(bytes);
  const text = named === undefined || named.includes('\uFFFD') ? decoderOf(FALLBACK_CHARSET)?.decode(bytes) : named;
  return Buffer.from(text ?? '', 'utf8').toString('latin1');
}
