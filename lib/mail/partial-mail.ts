import { asFile } from './mime/head.ts';
import { normaliseMail } from './mime/normalise-mail.ts';
import { type MimePart, walkMime } from './mime/walk.ts';

/** How much of a mail that is too large is fetched: enough for the largest header block and a long text. */
export const PARTIAL_BYTES = 1024 * 1024;

export type PartialMail = {
  /** A small normalised mail: headers, the first text, and the other parts by name but empty. */
  readonly raw: Uint8Array;
  /** The approximate decoded size of each of those parts. The last one is computed from the rest of the whole mail. */
  readonly sizes: readonly number[];
};

/**
 * Builds a readable mail from the beginning of a mail that is too large to fetch. `sizeBytes` is the size of the whole
 * mail. Throws MailParseError beyond the limits of `normaliseMail`.
 */
export function partialMail(start: Uint8Array, sizeBytes: number): PartialMail {
  const normal = normaliseMail(start);
  const bytes = Buffer.from(normal.buffer, normal.byteOffset, normal.byteLength);
  const pieces = walkMime(bytes);
  const text = pieces.find((piece) => piece.kind === 'body' && isBodyText(piece.part));
  const out: Buffer[] = [];
  const sizes: number[] = [];
  for (const piece of pieces) {
    const block = bytes.subarray(piece.start, piece.end);
    if (piece.kind === 'delimiter') out.push(block);
    else if (piece.kind === 'body' && piece === text) out.push(wholeLines(block, piece.end === bytes.length));
    else if (piece.kind === 'head') {
      const isText = text?.kind === 'body' && text.part === piece.part;
      const isLeaf = !piece.part.type.value.startsWith('multipart/');
      if (isLeaf && !isText) sizes.push(0);
      out.push(isLeaf && !isText ? asFile(block, piece.part) : block);
    } else if (piece.kind === 'body') {
      const end = piece.end === bytes.length ? Math.max(piece.end, sizeBytes) : piece.end;
      sizes[sizes.length - 1] = decodedSize(end - piece.start, piece.part);
    }
  }
  return { raw: Buffer.concat(out), sizes };
}

const isBodyText = ({ type, disposition }: MimePart): boolean =>
  disposition.value !== 'attachment' &&
  (type.value === '' || type.value === 'text/plain' || type.value === 'text/html');

/** Cuts a text after its last whole line, so that no character is split. */
function wholeLines(block: Buffer, isCut: boolean): Buffer {
  const lineEnd = isCut ? block.lastIndexOf(0x0a) : -1;
  return lineEnd === -1 ? block : block.subarray(0, lineEnd + 1);
}

/** Returns the decoded size. A base64 line of 76 characters and its line break holds 57 bytes. */
const decodedSize = (bytes: number, { encoding }: MimePart): number =>
  encoding === 'base64' ? Math.floor((bytes * 57) / 78) : bytes;
