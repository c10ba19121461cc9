import { isAscii, isUtf8 } from 'node:buffer';
import { quotedPrintableBytes } from './quoted-printable.ts';
import type { MimePart, MimePiece } from './walk.ts';

/** What a text is read in when nothing better is known. */
export const FALLBACK_CHARSET = 'windows-1252';

/** As much of a text is looked at to know its charset. */
const SAMPLE_BYTES = 1024 * 1024;

/** An honest mail names a charset or two. */
const MAX_HINTS = 10;

/** Names that say nothing of what is past ASCII. */
const silent = new Set(['', 'us-ascii', 'ascii', 'unknown-8bit', 'x-unknown', 'unknown', 'default']);
const utf8 = new Set(['utf-8', 'utf8']);

/** The charset that the text parts or the encoded words of a mail name, for whatever in it names none; null: none at all. */
export function hintedCharset(bytes: Buffer, pieces: readonly MimePiece[]): string | null {
  const isHint = (charset: string) => !silent.has(charset) && !utf8.has(charset) && keepsAscii(charset);
  for (const piece of pieces) {
    if (piece.kind !== 'head' || !isText(piece.part)) continue;
    const charset = (piece.part.type.params.get('charset') ?? '').toLowerCase();
    if (isHint(charset)) return charset;
  }
  const [head] = pieces.filter(({ kind }) => kind === 'head');
  const block = head ? bytes.toString('latin1', head.start, head.end) : '';
  const words = [...block.matchAll(/=\?([\w-]{1,40})[*?]/g)];
  const charsets = new Set(words.map(([, charset = '']) => charset.toLowerCase()));
  return [...charsets].slice(0, MAX_HINTS).find(isHint) ?? null;
}

/**
 * The charset a text part should name where its header names none; null where it may stay as it is. Nothing is guessed
 * from letters alone: another part of the mail must name the charset, or the text must shift into Japanese. UTF-8 is
 * believed where it is named.
 */
export function textCharset(bytes: Buffer, body: MimePiece | undefined, hint: string | null): string | null {
  if (body?.kind !== 'body' || !isText(body.part)) return null;
  const charset = (body.part.type.params.get('charset') ?? '').toLowerCase();
  if (!silent.has(charset) && !utf8.has(charset)) return null;
  const sample = decodedSample(bytes.subarray(body.start, Math.min(body.end, body.start + SAMPLE_BYTES)), body.part);
  if (isAscii(sample) && hasJapaneseEscape(sample)) return 'iso-2022-jp';
  if (utf8.has(charset) || isAscii(sample) || isMostlyUtf8(sample)) return null;
  return hint;
}

/** A wrong name must cost no more than the letters past ASCII. */
const keepsAscii = (charset: string): boolean => decoderOf(charset)?.decode(Buffer.from('Az09 ~{')) === 'Az09 ~{';

/** A part that is text or says nothing at all. */
const isText = ({ type }: MimePart): boolean => type.value === '' || type.value.startsWith('text/');

/** Null for a name that no decoder knows. */
export function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

/** The shift into double bytes of ISO-2022-JP, which is all 7-bit and so looks like plain ASCII (RFC 1468). */
export const hasJapaneseEscape = (bytes: Buffer): boolean =>
  bytes.indexOf('\u001b$B', 0, 'latin1') !== -1 || bytes.indexOf('\u001b$@', 0, 'latin1') !== -1;

function decodedSample(body: Buffer, { encoding }: MimePart): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  return encoding === 'quoted-printable' ? quotedPrintableBytes(body) : body;
}

function isMostlyUtf8(sample: Buffer): boolean {
  if (isUtf8(sample)) return true;
  let good = 0;
  let bad = 0;
  for (const sign of sample.subarray(0, SAMPLE_BYTES / 4).toString('utf8')) {
    if (sign === '\uFFFD') bad++;
    else if (sign > '\u007f') good++;
  }
  return good > bad;
}
