import { z } from 'zod';
import { defineRoute, formFiles } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { uploadedMediaOf } from '#lib/store/media/media-files.ts';
import { assertMayUploadMedia, mediaOwnerFor } from '#lib/store/media/media-rights.ts';
import { uploadMedia } from '#lib/store/media/upload-media.ts';
import { mediaAnswer } from '#lib/store/schemas/media.ts';
import { mediaUses } from '#lib/store/values.ts';

/** The largest file plus the overhead of the form. */
const MAX_BYTES = 25 * 1024 * 1024 + 64 * 1024;

export const POST = defineRoute({
  summary: 'Upload a picture of a product, a logo or a review',
  auth: 'session',
  rateLimit: 'media',
  load: ({ ctx }) => assertMayUploadMedia(ctx),
  bodyAs: 'form',
  maxBytes: MAX_BYTES,
  body: z.strictObject({
    file: formFiles.length(1),
    use: z.enum(mediaUses).default('product'),
    vendorId: idText.exactOptional(),
  }),
  status: 201,
  response: mediaAnswer,
  handler: async ({ ctx, body: { file, use, vendorId } }) => {
    const owner = await mediaOwnerFor(ctx, { use, vendorId });
    const bytes = file[0]?.bytes ?? new Uint8Array();
    const { row, isNew } = await uploadMedia(ctx, { bytes, use, owner });
    return Response.json(mediaAnswer.parse({ file: uploadedMediaOf(row) }), { status: isNew ? 201 : 200 });
  },
});
