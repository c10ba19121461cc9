import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { EmailBodies } from '#lib/crm/collections.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { Row, Writer } from '#lib/data/store.ts';

/** The texts of a mail, whole. `html` is sanitised and "" where there is none. */
export type MailBody = { readonly text: string; readonly html: string; readonly remoteImages: readonly string[] };
const mailBody = z.object({ text: z.string(), html: z.string(), remoteImages: z.array(z.string()) });

/** A document may hold 900 kB; what a piece takes as JSON is counted. */
const MAX_PIECE_BYTES = 700 * 1024;
/** More pieces than this would be too much for one transaction: the texts lie in a file then. */
const MAX_PIECES = 6;
const STRIDE = 32 * 1024;
/** No person reads on from here; in UTF-16 units. */
export const MAX_SHOWN_TEXT = 256 * 1024;

/** The name of the file of texts that are too much for the store. */
export const BODY_FILE = 'body';

/**
 * How a mail's texts are kept: in its row alone (neither), in documents, or in a file. Beside a file the documents hold
 * what is shown: a page of a hundred mails must not read a hundred files of many megabytes.
 */
export type KeptBody = { readonly pieces: readonly string[]; readonly file: Uint8Array | null };

export function keptBody(body: MailBody, previewText: string): KeptBody {
  if (body.html === '' && body.remoteImages.length === 0 && body.text === previewText)
    return { pieces: [], file: null };
  const text = JSON.stringify(body);
  const pieces = text.length > MAX_PIECES * MAX_PIECE_BYTES ? [] : piecesOf(text);
  if (pieces.length > 0 && pieces.length <= MAX_PIECES) return { pieces, file: null };
  const shown = piecesOf(JSON.stringify({ ...body, text: body.text.slice(0, MAX_SHOWN_TEXT).toWellFormed() }));
  return { pieces: shown.length <= MAX_PIECES ? shown : [], file: Buffer.from(text) };
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    // JSON.stringify leaves no half of a pair alone, so a cut between two halves is the only danger.
    const high = /[\ud800-\udbff]/.test(text.charAt(at + STRIDE - 1));
    const end = Math.min(text.length, at + STRIDE + (high ? 1 : 0));
    const size = Buffer.byteLength(JSON.stringify(text.slice(at, end)));
    if (bytes + size > MAX_PIECE_BYTES && at > from) {
      pieces.push(text.slice(from, at));
      from = at;
      bytes = 0;
    }
    bytes += size;
    at = end;
  }
  return [...pieces, text.slice(from)];
}

export function writeBody(write: Writer, messageId: string, pieces: readonly string[]): void {
  for (const [n, piece] of pieces.entries()) write.set(EmailBodies, `${messageId}-${n}`, { messageId, n, piece });
}

type Kept = Pick<Context, 'data' | 'files'>;

/** The texts of messages as they are shown, in their order; where a piece is missing, what the row itself holds. */
export const readBodies = (ctx: Kept, rows: readonly Row<EmailMessage>[]): Promise<MailBody[]> =>
  Promise.all(rows.map((row) => readShownBody(ctx, row)));

/** The texts of a message as they are shown: of a text that is too much for the store its beginning. */
export const readShownBody = (ctx: Kept, row: Row<EmailMessage>): Promise<MailBody> =>
  row.data.bodyChunks > 0 ? readPieces(ctx, row) : readBody(ctx, row);

/** The whole texts of a message. */
export async function readBody(ctx: Kept, message: Row<EmailMessage>): Promise<MailBody> {
  const { bodyFile, filesKey, erasedAt } = message.data;
  if (!bodyFile || erasedAt !== null) return readPieces(ctx, message);
  const bytes = await ctx.files.read(`${filesKey}/${BODY_FILE}`);
  return bytes === null ? readPieces(ctx, message) : parsed(Buffer.from(bytes).toString());
}

async function readPieces({ data }: Pick<Context, 'data'>, { id, data: row }: Row<EmailMessage>): Promise<MailBody> {
  const short = { text: row.textPreview, html: '', remoteImages: [] };
  if (row.erasedAt !== null || row.bodyChunks === 0) return short;
  const ids = Array.from({ length: row.bodyChunks }, (_, n) => `${id}-${n}`);
  const pieces = await data.getMany(EmailBodies, ids);
  return pieces.every((piece) => piece !== undefined)
    ? parsed(pieces.map((piece) => piece?.data.piece ?? '').join(''))
    : short;
}

const parsed = (text: string): MailBody => mailBody.parse(JSON.parse(text));
