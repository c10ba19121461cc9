import { changesParts, repairHeaders } from './head.ts';
import { type Edit, lostDelimiters } from './lost-delimiters.ts';
import { hintedCharset, textCharset } from './text-charset.ts';
import { type MimePart, type MimePiece, walkMime } from './walk.ts';

/** How many nested levels of lost delimiters are repaired. */
const MAX_ROUNDS = 10;
/** How often a mail is repaired: a delimiter written by one repair can make a lost one findable for the next. */
const MAX_REPAIRS = 3;

/**
 * A repaired mail (`bytes`). `bare` is the same mail with only its headers repaired, so that its parts are those the
 * parser would find alone. `bare` is null when the parts are equal and no comparison is needed.
 */
export type NormalMail = { readonly bytes: Uint8Array; readonly bare: Uint8Array | null };

/**
 * Repairs what the parser would misread in a raw mail, byte for byte and without touching attached mails. It repairs
 * delimiters with trailing blanks, damaged or lost delimiters, and inner multiparts that are never closed. It also
 * repairs raw bytes in headers, wrong charsets, and files that would become part of the text. A valid mail is returned
 * unchanged. Throws MailParseError beyond 50 levels, 500 parts or 256 KiB of one header block.
 */
export function normalMail(raw: Uint8Array): NormalMail {
  let mail = repaired(raw);
  for (let repairs = 1; repairs < MAX_REPAIRS && mail.bytes !== raw; repairs += 1) {
    const next = repairedWithinLimits(mail.bytes);
    if (next === null || next.bytes === mail.bytes) break;
    mail = { bytes: next.bytes, bare: mail.bare ?? next.bare };
  }
  return mail;
}

export const normaliseMail = (raw: Uint8Array): Uint8Array => normalMail(raw).bytes;

/** Returns null where a repair found so many parts that another one would be beyond the limits. */
function repairedWithinLimits(bytes: Uint8Array): NormalMail | null {
  try {
    return repaired(bytes);
  } catch {
    return null;
  }
}

function repaired(raw: Uint8Array): NormalMail {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const pieces = walkMime(bytes);
  const parted = withLostDelimiters(bytes, pieces);
  const found = parted.bytes === bytes ? raw : parted.bytes;
  const isMoved = found !== raw || pieces.some((piece) => isMovedBy(piece, bytes.subarray(piece.start, piece.end)));
  return {
    bytes: mendedMail(parted.bytes, parted.pieces, mended) ?? found,
    bare: isMoved ? (mendedMail(bytes, pieces, mendedInPlace) ?? raw) : null,
  };
}

/**
 * Repairs lost delimiters in rounds, because a found part may hide another one. A mail that would then exceed a limit
 * is left unchanged.
 */
function withLostDelimiters(first: Buffer, firstPieces: readonly MimePiece[]) {
  let [bytes, pieces] = [first, firstPieces];
  const declared = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const edits = lostDelimiters(bytes, pieces, declared);
    if (edits.length === 0) break;
    try {
      const edited = withEdits(bytes, edits);
      [pieces, bytes] = [walkMime(edited), edited];
    } catch {
      break;
    }
  }
  return { bytes, pieces };
}

function withEdits(bytes: Buffer, edits: readonly Edit[]): Buffer {
  const out: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    out.push(bytes.subarray(at, start), Buffer.from(text, 'latin1'));
    at = end;
  }
  return Buffer.concat([...out, bytes.subarray(at)]);
}

type Mend = (before: Buffer, piece: MimePiece, charset: () => string | null, hint: string | null) => Buffer;

/** Returns the repaired mail, or null when nothing changed. */
function mendedMail(bytes: Buffer, pieces: readonly MimePiece[], mend: Mend): Buffer | null {
  const hint = hintedCharset(bytes, pieces);
  const bodies = new Map<MimePart, MimePiece>();
  for (const piece of pieces) if (piece.kind === 'body') bodies.set(piece.part, piece);

  const out: Buffer[] = [];
  let isChanged = false;
  for (const piece of pieces) {
    const before = bytes.subarray(piece.start, piece.end);
    const after = mend(before, piece, () => textCharset(bytes, bodyOf(piece, bodies), hint), hint);
    isChanged ||= after !== before;
    out.push(after);
  }
  return isChanged ? Buffer.concat(out) : null;
}

/** Returns true when the repair of a piece changes which parts the parser finds. */
const isMovedBy = (piece: MimePiece, before: Buffer): boolean =>
  piece.kind === 'delimiter'
    ? mendedDelimiter(before, piece.line, piece.unclosed) !== before
    : piece.kind === 'head' && changesParts(piece.part);

const mendedInPlace: Mend = (before, piece, charset, hint) =>
  piece.kind === 'delimiter' || (piece.kind === 'head' && changesParts(piece.part))
    ? before
    : mended(before, piece, charset, hint);

function bodyOf(piece: MimePiece, bodies: ReadonlyMap<MimePart, MimePiece>): MimePiece | undefined {
  return piece.kind === 'head' ? bodies.get(piece.part) : undefined;
}

function mended(before: Buffer, piece: MimePiece, charset: () => string | null, hint: string | null): Buffer {
  switch (piece.kind) {
    case 'head':
      return repairHeaders(before, piece.part, { charset: charset(), hint });
    case 'delimiter':
      return mendedDelimiter(before, piece.line, piece.unclosed);
    case 'between':
      // Removes blank lines before the first field. Other filler is kept, because it is never shown.
      return piece.start === 0 ? before.subarray(0, 0) : before;
    case 'body':
      return before;
  }
}

function mendedDelimiter(before: Buffer, line: string, unclosed: readonly string[]): Buffer {
  const text = before.toString('latin1');
  const lineBreak = text.endsWith('\r\n') ? '\r\n' : text.endsWith('\n') ? '\n' : '';
  // The last line of a mail may have no line break, but a line put before it needs one.
  const closed = unclosed.map((boundary) => `--${boundary}--${lineBreak || '\r\n'}`).join('');
  const wanted = `${closed}${line}${lineBreak}`;
  return wanted === text ? before : Buffer.from(wanted, 'latin1');
}
