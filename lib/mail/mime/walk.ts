import { MailParseError } from '#lib/mail/ports.ts';
import { fieldsOf, fieldValue, isHeaderLine, type RawField, type StructuredField, structuredField } from './fields.ts';

/** A part of a mail: its position and its header. */
export type MimePart = {
  /** The type of the enclosing multipart (`multipart/mixed`). "" for the mail itself. */
  readonly parent: string;
  /** The enclosing multipart. Null for the mail itself. */
  readonly container: MimePart | null;
  /** The position among its siblings, from 0. */
  readonly place: number;
  readonly fields: readonly RawField[];
  readonly type: StructuredField;
  readonly disposition: StructuredField;
  /** Content-Transfer-Encoding, lower-cased. */
  readonly encoding: string;
  /** How many parts were found inside. 0 for a multipart without parts. */
  readonly children: number;
  /** True when the delimiter that ends a multipart was found. */
  readonly isClosed: boolean;
  /** True when the text follows the header without the required empty line. */
  readonly isRunOn: boolean;
};

/** Pieces that cover the whole mail without gaps: `[start, end)` in bytes. */
export type MimePiece = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'head'; readonly part: MimePart }
  | { readonly kind: 'body'; readonly part: MimePart }
  /**
   * Text that is never shown. `part` is the multipart before whose first part the text lies, or the multipart around an
   * ended one. It is null for blank lines before the mail.
   */
  | { readonly kind: 'between'; readonly part: MimePart | null }
  /**
   * A delimiter. `line` is its correct form without the line break. `unclosed` are inner multiparts that it also ends.
   */
  | { readonly kind: 'delimiter'; readonly line: string; readonly unclosed: readonly string[] }
);

const MAX_DEPTH = 50;
const MAX_PARTS = 500;
const MAX_HEAD_BYTES = 256 * 1024;
const MAX_NAME = 200;
const MAX_STRAY = 10;

const LF = 0x0a;
const DASH = 0x2d;
const LINE_OF_DASHES = Buffer.from('\n--');

/** `bare` is the boundary as found in a line, where its trailing blanks are indistinguishable from others. */
type OpenPart = MimePart & { children: number; isClosed: boolean };
type Level = { readonly boundary: string; readonly bare: Buffer; readonly part: OpenPart };

/**
 * Walks the MIME tree once from front to back (RFC 2046). An attached mail is a leaf and is not opened. Throws
 * MailParseError for mails with more levels, more parts or longer headers than any normal mail.
 */
export function walkMime(raw: Buffer): MimePiece[] {
  const pieces: MimePiece[] = [];
  const levels: Level[] = [];
  let partCount = 0;
  let at = blankLead(raw);
  if (at > 0) pieces.push({ kind: 'between', start: 0, end: at, part: null });

  const readPart = (from: number): number => {
    if (++partCount > MAX_PARTS) throw new MailParseError('TooManyParts');
    const level = levels.at(-1);
    const { at: headEnd, isRunOn } = endOfHead(raw, from, levels);
    const block = raw.toString('latin1', from, headEnd);
    const part = partOf(block, { container: level?.part ?? null, place: level ? level.part.children++ : 0, isRunOn });
    pieces.push({ kind: 'head', start: from, end: headEnd, part });
    // The parser uses the boundary alone, whatever the type.
    const boundary = part.type.params.get('boundary');
    if (boundary) {
      if (levels.length >= MAX_DEPTH) throw new MailParseError('TooDeep');
      levels.push({ boundary, bare: Buffer.from(boundary.trimEnd(), 'latin1'), part });
    }
    const bodyEnd = nextDelimiter(raw, headEnd, levels);
    if (bodyEnd > headEnd) {
      const kind = part.type.value.startsWith('multipart/') ? 'between' : 'body';
      pieces.push({ kind, start: headEnd, end: bodyEnd, part });
    }
    return bodyEnd;
  };

  at = readPart(at);
  while (at < raw.length) {
    const end = endOfLine(raw, at);
    const found = delimiterAt(raw, at, end, levels);
    // `nextDelimiter` stops only at delimiters, so one is always found. The check guards against an endless loop.
    if (!found) break;
    const inner = levels.splice(found.level + 1);
    const unclosed = inner.filter(({ part }) => part.children > 0).map(({ boundary }) => boundary);
    const { boundary } = levels[found.level] as Level;
    pieces.push({
      kind: 'delimiter',
      start: at,
      end,
      line: `--${boundary}${found.closes ? '--' : ''}`,
      unclosed: unclosed.reverse(),
    });
    at = end;
    if (!found.closes) at = readPart(at);
    else {
      const ended = levels.pop();
      if (ended) ended.part.isClosed = true;
      const next = nextDelimiter(raw, at, levels);
      if (next > at) pieces.push({ kind: 'between', start: at, end: next, part: levels.at(-1)?.part ?? null });
      at = next;
    }
  }
  return pieces;
}

type Place = Pick<MimePart, 'container' | 'place' | 'isRunOn'>;

function partOf(block: string, { container, place, isRunOn }: Place): OpenPart {
  const fields = fieldsOf(block);
  const first = (name: string) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field ? fieldValue(field) : '';
  };
  return {
    parent: container?.type.value ?? '',
    container,
    place,
    fields,
    type: structuredField(first('content-type')),
    disposition: structuredField(first('content-disposition')),
    encoding: first('content-transfer-encoding')
      .replace(/\([^()]*\)/g, '')
      .trim()
      .toLowerCase(),
    children: 0,
    isClosed: false,
    isRunOn,
  };
}

/**
 * Returns the length of a byte order mark and blank lines before the first field. They would otherwise end the header
 * before it begins.
 */
function blankLead(raw: Buffer): number {
  let at = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0;
  while (raw[at] === LF || (raw[at] === 0x0d && raw[at + 1] === LF)) at += raw[at] === LF ? 1 : 2;
  // They are removed only before a field. A text without header needs the empty line to be read as text.
  return at > 0 && /^[!-9;-~]{1,200}:/.test(raw.toString('latin1', at, at + 201)) ? at : 0;
}

function endOfLine(raw: Buffer, from: number): number {
  const lineEnd = raw.indexOf(LF, from);
  return lineEnd === -1 ? raw.length : lineEnd + 1;
}

/**
 * Returns the end of a header block: after its empty line, or at a delimiter or the end of the mail. In a multipart, a
 * line that is not a field begins the text of a part whose empty line is missing.
 */
function endOfHead(raw: Buffer, from: number, levels: readonly Level[]): { at: number; isRunOn: boolean } {
  let at = from;
  let above = '';
  while (at < raw.length) {
    const end = endOfLine(raw, at);
    if (end - from > MAX_HEAD_BYTES) throw new MailParseError('HeaderTooLarge');
    if (raw[at] === DASH && delimiterAt(raw, at, end, levels)) break;
    const isEmpty = raw[at] === LF || (raw[at] === 0x0d && raw[at + 1] === LF);
    if (isEmpty) return { at: end, isRunOn: false };
    const line = raw.toString('latin1', at, end);
    if (levels.length > 0 && !isHeaderLine(line, above) && !isStray(raw, at, end)) return { at, isRunOn: true };
    above = line;
    at = end;
  }
  return { at, isRunOn: false };
}

/**
 * Returns true for a line of dashes inside a header that belongs to no multipart here. A field follows, so the header
 * continues.
 */
function isStray(raw: Buffer, at: number, end: number): boolean {
  let next = end;
  for (let count = 0; count < MAX_STRAY && isDashed(raw, next); count += 1) next = endOfLine(raw, next);
  return (
    isDashed(raw, at) && isHeaderLine(raw.toString('latin1', next, Math.min(endOfLine(raw, next), next + MAX_NAME)), '')
  );
}

const isDashed = (raw: Buffer, at: number): boolean => raw[at] === DASH && raw[at + 1] === DASH;

/** Returns where the next delimiter line begins. */
function nextDelimiter(raw: Buffer, from: number, levels: readonly Level[]): number {
  if (levels.length === 0) return raw.length;
  const starts = new Set(levels.map(({ bare }) => bare[0]));
  for (let at = from; at < raw.length; ) {
    if (starts.has(raw[at + 2]) && delimiterAt(raw, at, endOfLine(raw, at), levels)) return at;
    const next = raw.indexOf(LINE_OF_DASHES, at);
    if (next === -1) break;
    at = next + 1;
  }
  return raw.length;
}

/**
 * Returns the multipart that a line delimits, the innermost first, or null. Trailing blanks are ignored (RFC 2046
 * 5.1.1).
 */
function delimiterAt(raw: Buffer, start: number, end: number, levels: readonly Level[]) {
  if (raw[start] !== DASH || raw[start + 1] !== DASH) return null;
  let stop = end;
  while (stop > start && isBlank(raw[stop - 1])) stop--;
  const size = stop - start - 2;
  for (let level = levels.length - 1; level >= 0; level--) {
    const { bare, part } = levels[level] as Level;
    const isOpen = size === bare.length;
    const closes = size === bare.length + 2 && raw[stop - 1] === DASH && raw[stop - 2] === DASH;
    // A closing delimiter before the first part closes nothing.
    if (!isOpen && !(closes && part.children > 0)) continue;
    if (raw.compare(bare, 0, bare.length, start + 2, start + 2 + bare.length) === 0) return { level, closes };
  }
  return null;
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LF;
