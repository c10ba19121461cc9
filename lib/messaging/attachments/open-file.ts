import type { Context } from '#lib/context/context.ts';
import type { FilePart } from '#lib/context/ports/files.ts';
import { notFound } from '#lib/core/errors.ts';
import { mayShow } from '#lib/core/files/file-type.ts';
import type { Row } from '#lib/data/store.ts';
import { Attachments } from '#lib/messaging/collections.ts';
import type { Attachment } from '#lib/messaging/schemas/attachment.ts';

/** Returns a stored file for a response. It may be shown inline only if its type allows; its bytes are read on `open`. */
export const openFile = ({ files }: Pick<Context, 'files'>, { id, data }: Row<Attachment>) => ({
  filename: data.name,
  type: data.mimeType,
  sizeBytes: data.size,
  isShown: mayShow(data.mimeType),
  open: async (part?: FilePart): Promise<ReadableStream<Uint8Array>> => {
    const file = await files.open(data.storageKey, part);
    // A row exists before its file is stored, and remains for a moment after its file is deleted.
    if (file === null) throw notFound(Attachments.label, id);
    return file.bytes;
  },
});
