import type { Context } from '#lib/context/context.ts';
import type { FilePart } from '#lib/context/ports/files.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { Attachments } from '#lib/messaging/collections.ts';
import type { Attachment } from '#lib/messaging/schemas/attachment.ts';
import { mayShow } from './file-type.ts';

/** The file of a row, to be shown where it is of a type that may be, and read when it is asked for. */
export const openFile = ({ files }: Pick<Context, 'files'>, { id, data }: Row<Attachment>) => ({
  filename: data.name,
  type: data.mimeType,
  sizeBytes: data.size,
  isShown: mayShow(data.mimeType),
  open: async (part?: FilePart): Promise<ReadableStream<Uint8Array>> => {
    const file = await files.open(data.storageKey, part);
    // Its row is staged while it is still being put there, and stays a moment after it is gone.
    if (file === null) throw notFound(Attachments.label, id);
    return file.bytes;
  },
});
