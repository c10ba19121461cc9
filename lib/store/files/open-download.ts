import type { UserContext } from '#lib/context/context.ts';
import type { FilePart } from '#lib/context/ports/files.ts';
import { notFound } from '#lib/core/errors.ts';
import { ProductFiles } from './collections.ts';
import { assertMayResume, countDownload } from './download-counts.ts';
import type { FileRow } from './product-files.ts';

/**
 * Returns a file of an order for a response, always as a download. Opening it counts, unless only its rest is asked
 * for. Throws DownloadLimit. A file that cannot be read counts nothing.
 */
export const openDownload = (ctx: UserContext, orderId: string, { id, data }: FileRow) => ({
  filename: data.name,
  type: data.mimeType,
  sizeBytes: data.bytes,
  isShown: false,
  caching: 'private, no-store',
  open: async (part?: FilePart): Promise<ReadableStream<Uint8Array>> => {
    const file = await ctx.files.open(data.storageKey, part);
    if (file === null) throw notFound(ProductFiles.label, id);
    const counted = { orderId, productId: data.productId, fileId: id };
    try {
      await (part !== undefined && part.from > 0 ? assertMayResume(ctx, counted) : countDownload(ctx, counted));
    } catch (error) {
      await file.bytes.cancel();
      throw error;
    }
    return file.bytes;
  },
});
