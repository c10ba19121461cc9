import { z } from 'zod';
import { defineRoute, formFiles } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { uploadFiles } from '#lib/messaging/attachments/uploads.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { uploaded } from '#lib/messaging/schemas/attachment.ts';

/** The limit of all files together plus the overhead of the form. */
const MAX_BYTES = 25 * 1024 * 1024 + 64 * 1024;

export const POST = defineRoute({
  summary: 'Upload files for a message',
  auth: 'session',
  rateLimit: 'uploads',
  load: async ({ ctx }) => assertMayWrite(ctx),
  bodyAs: 'form',
  maxBytes: MAX_BYTES,
  body: z.strictObject({ file: formFiles.min(1).max(10), conversationId: idText.exactOptional() }),
  status: 201,
  response: uploaded,
  handler: async ({ ctx, body }) => ({
    attachments: [...(await uploadFiles(ctx, body.file, body.conversationId ?? null))],
  }),
});
