import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { threadAnswer } from '#lib/crm/schemas/thread-input.ts';
import { markThreadRead } from '#lib/crm/threads/threads.ts';

export const POST = defineRoute({
  summary: 'Mark a mail thread as read',
  auth: 'admin',
  params: z.object({ id: idText }),
  response: threadAnswer,
  handler: async ({ ctx, params }) => ({ success: true as const, thread: await markThreadRead(ctx, params.id) }),
});
