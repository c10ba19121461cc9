import { withoutEnd } from '#lib/core/without-end.ts';
import { fieldsOf, fieldValue, structuredField } from './fields.ts';
import type { MimePart, MimePiece } from './walk.ts';

/** A range of bytes to replace with `text`, `[start, end)`. An empty range inserts `text`. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

const MAX_BLOCK = 4096;
/** How much before the first part of a multipart is searched for its boundary. */
const MAX_LEAD = 4096;
const MAX_FIELDS = 20;
/** How many places of one text are tried, and how many parts one pass may find. */
const MAX_BLOCKS = 500;
const MAX_EDITS = 500;
const MAX_BOUNDARY = 200;
/** How much of one text is searched. A part misplaced by mistake never lies further back. */
const MAX_SEARCHED = 4 * 1024 * 1024;
const SPELLINGS = ['content-', 'Content-', 'CONTENT-'];

/**
 * `[start, end)` of a block of fields that describe a part. `isCertain` means that the block is more than a text about
 * such fields.
 */
type Block = { readonly start: number; readonly end: number; readonly isCertain: boolean; readonly type: string };

/**
 * Finds parts whose delimiter was cut off, damaged or different from the header. Such a part begins with a block of
 * part fields (RFC 2045) inside a text, before the first part or after the last part. Returns the edits that separate
 * these parts, in order. A text in which people discuss such fields stays whole. In an undamaged multipart the block
 * must have two such fields, or a boundary used below, and nothing else before the next empty line. `declared` collects
 * the boundaries of the headers, because an edit may overwrite one.
 */
export function lostDelimiters(bytes: Buffer, pieces: readonly MimePiece[], declared: Set<string>): Edit[] {
  const edits: Edit[] = [];
  for (const piece of pieces) if (piece.kind === 'head') for (const name of boundaryOf(piece.part)) declared.add(name);
  for (const piece of pieces) {
    const container = containerOf(piece);
    if (!container) continue;
    const renamed = container.children === 0 ? renamedBoundary(bytes, piece, container, pieces) : [];
    if (edits.length >= MAX_EDITS) break;
    edits.push(...(renamed.length > 0 ? renamed : partedAt(bytes, piece, container, declared)));
  }
  return edits.sort((a, b) => a.start - b.start);
}

const boundaryOf = ({ type }: MimePart): string[] => {
  const boundary = type.params.get('boundary');
  return boundary ? [boundary] : [];
};

/** Returns the multipart around a piece, if lost parts may be inside that piece. */
function containerOf(piece: MimePiece): MimePart | null {
  if (piece.kind === 'between') return piece.part;
  if (piece.kind !== 'body') return null;
  const { type, encoding, disposition, container } = piece.part;
  const isText = (type.value === '' || type.value.startsWith('text/')) && disposition.value !== 'attachment';
  return isText || encoding === 'base64' ? container : null;
}

/** Repairs a multipart without any part: the first line that looks and works like a delimiter becomes its boundary. */
function renamedBoundary(bytes: Buffer, piece: MimePiece, part: MimePart, pieces: readonly MimePiece[]): Edit[] {
  const head = pieces.find((candidate) => candidate.kind === 'head' && candidate.part === part);
  if (!head || !part.type.value.startsWith('multipart/')) return [];
  for (const block of blocksIn(bytes, piece)) {
    const boundary = delimiterAbove(bytes, block.start, piece.start)?.text;
    if (!boundary) continue;
    const lineBreak = bytes.indexOf('\r\n', head.start, 'latin1') === -1 ? '\n' : '\r\n';
    const field = part.fields.find(({ name }) => name === 'content-type');
    const bare = (field ? fieldValue(field) : '').replace(/;\s*boundary\*?\d{0,4}\*?\s*=\s*(?:"[^"]*"|[^;"]*)/gi, '');
    const written = `Content-Type: ${bare}; boundary="${boundary.replace(/[\\"]/g, '\\$&')}"${lineBreak}`;
    const texts = part.fields.map((candidate) => (candidate === field ? written : candidate.text));
    return [{ start: head.start, end: head.end, text: texts.join('') }];
  }
  return [];
}

function partedAt(bytes: Buffer, piece: MimePiece, container: MimePart, declared: ReadonlySet<string>): Edit[] {
  const edits: Edit[] = [];
  for (const block of blocksIn(bytes, piece)) {
    const above = delimiterAbove(bytes, block.start, piece.start);
    const [own] = boundaryOf(container);
    const isForeign =
      above && !isDamaged(container) && ![...declared].some((boundary) => resembles(above.text, boundary));
    const boundary = isForeign ? undefined : above ? (resembled(above.text, container) ?? own) : own;
    // The multipart has no boundary, or the delimiter belongs to a mail that this one quotes.
    if (!boundary) continue;
    if (!above && !block.isCertain && mayBeWords(piece) && !isDamaged(container)) continue;
    const lineBreak = bytes[bytes.indexOf(0x0a, block.start) - 1] === 0x0d ? '\r\n' : '\n';
    edits.push({ start: above?.start ?? block.start, end: block.start, text: `--${boundary}${lineBreak}` });
    if (block.type.startsWith('message/')) break;
  }
  return edits;
}

/**
 * Returns true when a piece may be text for people. Base64 contains no colon, and text outside the parts is never
 * shown.
 */
const mayBeWords = (piece: MimePiece): boolean => piece.kind === 'body' && piece.part.encoding !== 'base64';

/** Returns true for a damaged multipart: without an end, or an alternative or report with fewer than two parts. */
const isDamaged = ({ isClosed, children, type }: MimePart): boolean =>
  !isClosed || (children < 2 && /^multipart\/(?:alternative|related|report|signed)$/.test(type.value));

/** Returns the boundary of the enclosing multipart that a damaged delimiter stands for. */
function resembled(text: string, innermost: MimePart): string | undefined {
  for (let part: MimePart | null = innermost; part; part = part.container) {
    const [boundary = ''] = boundaryOf(part);
    if (resembles(text, boundary)) return boundary;
  }
  return undefined;
}

function resembles(line: string, boundary: string): boolean {
  const text = withoutEnd(line, '-');
  const [short, long] = text.length < boundary.length ? [text, boundary] : [boundary, text];
  return short.length > 0 && short.length * 2 >= long.length && (long.startsWith(short) || long.endsWith(short));
}

/** Returns the line right above a position if it begins like a delimiter. */
function delimiterAbove(bytes: Buffer, at: number, from: number): { start: number; text: string } | null {
  if (at <= from) return null;
  const start = Math.max(from, bytes.lastIndexOf(0x0a, at - 2) + 1);
  if (at - start > MAX_BOUNDARY) return null;
  const text = /^--([!-~](?:[ -~]*[!-~])?)\s*$/.exec(bytes.toString('latin1', start, at))?.[1];
  return text === undefined ? null : { start, text };
}

function* blocksIn(bytes: Buffer, piece: MimePiece): Generator<Block> {
  const end = Math.min(piece.end, piece.start + MAX_SEARCHED);
  const window = bytes.subarray(piece.start, end);
  const next = SPELLINGS.map((spelling) => window.indexOf(spelling));
  for (let count = 0; count < MAX_BLOCKS; count += 1) {
    const found = next.filter((at) => at !== -1);
    if (found.length === 0) return;
    const at = Math.min(...found);
    const block = at === 0 || window[at - 1] === 0x0a ? blockAt(bytes, piece.start + at, piece.end) : null;
    if (block) yield block;
    const from = block ? block.end - piece.start : at + 1;
    SPELLINGS.forEach((spelling, nr) => {
      const seen = next[nr] ?? -1;
      if (seen !== -1 && seen < from) next[nr] = window.indexOf(spelling, from);
    });
  }
}

/**
 * Returns the block of fields from a line to an empty line, a delimiter or the end, if the block contains nothing else.
 */
function blockAt(bytes: Buffer, start: number, limit: number): Block | null {
  const text = bytes.toString('latin1', start, Math.min(limit, start + MAX_BLOCK));
  const stop = /\n(?:\r?\n|(?=--))/.exec(text);
  if (!stop && limit - start > MAX_BLOCK) return null;
  const size = stop ? stop.index + stop[0].length : text.length;
  const fields = fieldsOf(text.slice(0, size)).filter(({ text: field }) => field.trim() !== '');
  if (fields.length === 0 || fields.length > MAX_FIELDS) return null;
  if (!fields.every(({ name }) => /^(?:content-[a-z-]{2,40}|mime-version|x-[a-z-]{1,40})$/.test(name))) return null;
  const type = fields.find(({ name }) => name === 'content-type');
  const { value, params } = structuredField(type ? fieldValue(type) : '');
  if (!/^[a-z]{2,20}\/[\w.+-]{1,80}$/.test(value)) return null;
  const end = start + size;
  const count = fields.filter(({ name }) => name.startsWith('content-')).length;
  const boundary = params.get('boundary');
  const lead = bytes.subarray(end, Math.min(limit, end + MAX_LEAD));
  const isUsed = boundary ? lead.includes(`--${boundary.slice(0, -boundary.length / 4)}`, 0, 'latin1') : false;
  return { start, end, isCertain: count > 1 || isUsed, type: value };
}
