import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { retryDeadLetter } from '#lib/crm/mailboxes/dead-letters.ts';
import { retriedDeadLetter } from '#lib/crm/schemas/dead-letter-input.ts';

export const POST = defineRoute({
  summary: 'Retry reading a mail that could not be read',
  auth: 'admin',
  params: z.object({ id: idText }),
  response: retriedDeadLetter,
  handler: ({ ctx, params }) => retryDeadLetter(ctx, params.id),
});
