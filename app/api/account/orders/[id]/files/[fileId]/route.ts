import { z } from 'zod';
import { bytePartOf } from '#lib/api/byte-range.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { fileAnswer } from '#lib/api/file-answer.ts';
import { notFound } from '#lib/core/errors.ts';
import { localPath } from '#lib/i18n/alternates.ts';
import { checkLink } from '#lib/store/files/download-links.ts';
import { openDownload } from '#lib/store/files/open-download.ts';
import { getOrderFile } from '#lib/store/files/order-files.ts';
import { downloadQuery, fileParams } from '#lib/store/schemas/product-file.ts';

export const GET = defineRoute({
  summary: 'Download a file of a paid order by a link of its page',
  auth: 'session',
  rateLimit: 'downloads',
  params: fileParams,
  query: downloadQuery,
  headers: z.object({ range: z.string().exactOptional() }),
  load: ({ ctx, params: { id, fileId } }) => getOrderFile(ctx, id, fileId),
  handler: async ({ ctx, params: { id, fileId }, query: { e, s }, headers, request, loaded }) => {
    const link = checkLink(ctx, { orderId: id, fileId, expires: e, signature: s });
    if (link === 'unknown') throw notFound('File', fileId);
    // The page has links that work.
    if (link === 'expired')
      return new Response(null, { status: 303, headers: { location: localPath(`/orders/${id}`, ctx.locale) } });
    const file = openDownload(ctx, id, loaded);
    // The head of a file is no download.
    const open = request.method === 'HEAD' ? async () => new Blob().stream() : file.open;
    return fileAnswer({ ...file, open }, bytePartOf(headers.range, file.sizeBytes));
  },
});
