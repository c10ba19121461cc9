import { normaliseHead } from './head.ts';
import { hintedCharset, textCharset } from './text-charset.ts';
import { type MimePart, type MimePiece, walkMime } from './walk.ts';

/**
 * Mends in a raw mail what the parser would misread, byte for byte and without looking into attached mails: delimiters
 * with blanks behind them, inner multiparts that are never closed, raw bytes in headers, charsets that lie, and parts
 * that are files but would be poured into the text. A mail that needs nothing comes back as it is.
 * Throws MailParseError beyond 50 levels, 500 parts or 256 KiB of one header block.
 */
export function normaliseMail(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const pieces = walkMime(bytes);
  const hint = hintedCharset(bytes, pieces);
  const bodies = new Map<MimePart, MimePiece>();
  for (const piece of pieces) if (piece.kind === 'body') bodies.set(piece.part, piece);

  const out: Buffer[] = [];
  let isChanged = false;
  for (const piece of pieces) {
    const before = bytes.subarray(piece.start, piece.end);
    const after = mended(before, piece, () => textCharset(bytes, bodyOf(piece, bodies), hint), hint);
    isChanged ||= after !== before;
    out.push(after);
  }
  return isChanged ? Buffer.concat(out) : raw;
}

function bodyOf(piece: MimePiece, bodies: ReadonlyMap<MimePart, MimePiece>): MimePiece | undefined {
  return piece.kind === 'head' ? bodies.get(piece.part) : undefined;
}

function mended(before: Buffer, piece: MimePiece, charset: () => string | null, hint: string | null): Buffer {
  switch (piece.kind) {
    case 'head':
      return normaliseHead(before, piece.part, { charset: charset(), hint });
    case 'delimiter':
      return mendedDelimiter(before, piece.line, piece.unclosed);
    case 'between':
      // Blank lines before the first field; every other filler is kept, for it is never shown.
      return piece.start === 0 ? before.subarray(0, 0) : before;
    case 'body':
      return before;
  }
}

function mendedDelimiter(before: Buffer, line: string, unclosed: readonly string[]): Buffer {
  const text = before.toString('latin1');
  const lineBreak = text.endsWith('\r\n') ? '\r\n' : text.endsWith('\n') ? '\n' : '';
  const closed = unclosed.map((boundary) => `--${boundary}--${lineBreak}`).join('');
  const wanted = `${closed}${line}${lineBreak}`;
  return wanted === text ? before : Buffer.from(wanted, 'latin1');
}
