import { defineRoute } from '#lib/api/define-route.ts';
import { getMine, getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { listTyping, signalTyping } from '#lib/messaging/messages/typing.ts';
import { conversationParams } from '#lib/messaging/schemas/conversation-input.ts';
import { typingAnswer, typingInput, typingList } from '#lib/messaging/schemas/typing.ts';

export const GET = defineRoute({
  summary: 'List the other participants who are typing',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  response: typingList,
  handler: async ({ ctx, loaded }) => ({ typing: [...(await listTyping(ctx, loaded))] }),
});

export const POST = defineRoute({
  summary: 'Signal that the caller is typing; the signal expires by itself',
  auth: 'session',
  rateLimit: 'typing',
  params: conversationParams,
  load: ({ ctx, params }) => getMineToWrite(ctx, params.id),
  body: typingInput.prefault({}),
  response: typingAnswer,
  handler: ({ ctx, loaded, body }) => signalTyping(ctx, loaded, body.isTyping),
});
