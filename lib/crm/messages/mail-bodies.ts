import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { EmailBodies } from '#lib/crm/collections.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import type { MailBody } from '#lib/mail/ports.ts';

const mailBody = z.object({ text: z.string(), html: z.string(), remoteImages: z.array(z.string()) });

/** The name of the file that holds texts longer than what is shown. */
export const BODY_FILE = 'body';

export function writeBody(write: Writer, messageId: string, pieces: readonly string[]): void {
  for (const [n, piece] of pieces.entries()) write.set(EmailBodies, `${messageId}-${n}`, { messageId, n, piece });
}

type Kept = Pick<Context, 'data' | 'files'>;

/** Returns the shown texts of messages, in the same order. When a piece is missing, the text of the row is returned. */
export const readBodies = (ctx: Kept, rows: readonly Row<EmailMessage>[]): Promise<MailBody[]> =>
  Promise.all(rows.map((row) => readShownBody(ctx, row)));

/** Returns the shown texts of a message. A longer text is cut to its beginning, and large HTML is left out. */
export const readShownBody = (ctx: Kept, row: Row<EmailMessage>): Promise<MailBody> =>
  row.data.bodyChunks > 0 ? readPieces(ctx, row) : readBody(ctx, row);

/** Returns the whole texts of a message. */
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
