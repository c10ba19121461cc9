import { z } from 'zod';
import { bytePartOf } from '#lib/api/byte-range.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { fileAnswer } from '#lib/api/file-answer.ts';
import { idText } from '#lib/core/ids.ts';
import { getAttachment } from '#lib/messaging/attachments/attachments.ts';
import { openFile } from '#lib/messaging/attachments/open-file.ts';

export const GET = defineRoute({
  summary: 'Get a file of a message, or a byte range of it',
  auth: 'session',
  params: z.object({ id: idText }),
  headers: z.object({ range: z.string().exactOptional() }),
  load: ({ ctx, params }) => getAttachment(ctx, ctx.data, params.id),
  handler: async ({ ctx, headers, loaded }) =>
    fileAnswer(openFile(ctx, loaded), bytePartOf(headers.range, loaded.data.size)),
});
