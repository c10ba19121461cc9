import { isAscii, isUtf8 } from 'node:buffer';
import { quotedPrintableBytes } from './quoted-printable.ts';
import type { MimePart, MimePiece } from './walk.ts';

/** The charset of a text when no better one is known. */
export const FALLBACK_CHARSET = 'windows-1252';

/** How much of a text is examined to find its charset. */
const SAMPLE_BYTES = 1024 * 1024;

/** Normal mails use one or two charsets. */
const MAX_HINTS = 10;

/** Names that say nothing about bytes beyond ASCII. */
const silent = new Set(['', 'us-ascii', 'ascii', 'unknown-8bit', 'x-unknown', 'unknown', 'default']);
const utf8 = new Set(['utf-8', 'utf8']);

/**
 * Returns the charset that text parts or encoded words of a mail name. It applies to parts without one. Returns null
 * when there is none.
 */
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
 * Returns the charset that a text part should declare, or null when the part may stay as it is. Letters alone are never
 * enough for a guess. Another part must name the charset, or the text must switch to Japanese. A declared UTF-8 is
 * trusted.
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

/**
 * Returns true for a charset that contains ASCII. With such a charset, a wrong guess only damages characters beyond
 * ASCII.
 */
const keepsAscii = (charset: string): boolean => decoderOf(charset)?.decode(Buffer.from('Az09 ~{')) === 'Az09 ~{';

/** Returns true for a text part or a part without a type. */
const isText = ({ type }: MimePart): boolean => type.value === '' || type.value.startsWith('text/');

/** Returns a decoder, or null for an unknown charset. */
export function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

/**
 * Returns true for a shift into double bytes of ISO-2022-JP. That charset is all 7-bit and looks like plain ASCII (RFC
 * 1468).
 */
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
