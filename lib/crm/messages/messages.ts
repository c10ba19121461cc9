import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { Row } from '#lib/data/store.ts';
import { kindOfBytes } from './file-kind.ts';
import { readBody } from './mail-bodies.ts';

export const getMessage = ({ data }: Pick<Context, 'data'>, id: string): Promise<Row<EmailMessage>> =>
  data.need(EmailMessages, id);

/** A file to be saved, never shown, because a browser must not run it under our origin. */
export type Download = {
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly bytes: ReadableStream<Uint8Array>;
};

/** Opens the raw mail. Throws NotFound when it was never kept or was deleted. */
export async function openRawMail(ctx: Context, { id, data }: Row<EmailMessage>): Promise<Download> {
  const file = data.rawKey === null ? null : await ctx.files.open(data.rawKey);
  if (file === null) throw notFound('Raw mail of message', id);
  return { ...file, filename: `${id}.eml`, type: 'application/octet-stream' };
}

/** Opens the whole text of a message, of which pages show the beginning. Throws NotFound after the message was erased. */
export async function openWholeText(ctx: Context, message: Row<EmailMessage>): Promise<Download> {
  if (message.data.erasedAt !== null) throw notFound('Text of message', message.id);
  const { text } = await readBody(ctx, message);
  const bytes = Buffer.from(text);
  return {
    filename: `${message.id}.txt`,
    type: 'text/plain; charset=utf-8',
    sizeBytes: bytes.byteLength,
    bytes: new Blob([bytes]).stream(),
  };
}

/** Opens an attachment of a message. Its type is detected from its first bytes and limited to the allowed types. */
export async function openAttachment(
  ctx: Context,
  { id, data }: Row<EmailMessage>,
  attachmentId: string,
): Promise<Download> {
  const found = data.attachments.find((candidate) => candidate.id === attachmentId);
  const file = found?.stored ? await ctx.files.open(`${data.filesKey}/${attachmentId}`) : null;
  if (!found || file === null) throw notFound('Attachment', `${id}/${attachmentId}`);
  const { type, bytes } = await withKind(file.bytes);
  return { filename: found.filename ?? attachmentId, type, sizeBytes: file.sizeBytes, bytes };
}

/** Detects the type from the beginning of a stream and returns the whole stream. */
async function withKind(source: ReadableStream<Uint8Array>) {
  const reader = source.getReader();
  const first = await reader.read();
  const type = kindOfBytes(first.value ?? new Uint8Array());
  const bytes = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (first.value) controller.enqueue(first.value);
      if (first.done) controller.close();
    },
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { type, bytes };
}
