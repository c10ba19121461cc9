import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { threadDetail, threadDetailQuery } from '#lib/crm/schemas/thread-input.ts';
import { getLivingThread } from '#lib/crm/threads/living-thread.ts';
import { getThreadDetail } from '#lib/crm/threads/threads.ts';

export const GET = defineRoute({
  summary: 'Get a mail thread with its newest mails, its drafts and its open tasks',
  auth: 'admin',
  params: z.object({ id: idText }),
  query: threadDetailQuery,
  load: ({ ctx, params }) => getLivingThread(ctx.data, params.id),
  response: threadDetail,
  handler: ({ ctx, loaded, query }) => getThreadDetail(ctx, loaded.id, query.before),
});
