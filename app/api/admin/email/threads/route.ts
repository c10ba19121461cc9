import { defineRoute } from '#lib/api/define-route.ts';
import { changeThread, threadAnswer, threadPage, threadsQuery } from '#lib/crm/schemas/thread-input.ts';
import { changeThreadStatus, listThreads } from '#lib/crm/threads/threads.ts';

export const GET = defineRoute({
  summary: 'List mail threads, latest mail first',
  auth: 'admin',
  query: threadsQuery,
  response: threadPage,
  handler: ({ ctx, query }) => listThreads(ctx, query),
});

export const PATCH = defineRoute({
  summary: 'Set the status of a mail thread',
  auth: 'admin',
  body: changeThread,
  response: threadAnswer,
  handler: async ({ ctx, body }) => ({ success: true as const, thread: await changeThreadStatus(ctx, body) }),
});
