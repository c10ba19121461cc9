import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { downloadAnswer } from '#lib/api/download-answer.ts';
import { idText } from '#lib/core/ids.ts';
import { getMessage, openWholeText } from '#lib/crm/messages/messages.ts';

export const GET = defineRoute({
  summary: 'Download the whole text of a mail',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getMessage(ctx, params.id),
  handler: async ({ ctx, loaded }) => downloadAnswer(await openWholeText(ctx, loaded)),
});
