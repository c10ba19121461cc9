import { defineRoute } from '#lib/api/define-route.ts';
import { getMine, getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { MAX_MESSAGE_BYTES } from '#lib/messaging/limits.ts';
import { pageOfMessages } from '#lib/messaging/messages/message-page.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { conversationParams } from '#lib/messaging/schemas/conversation-input.ts';
import {
  messageAnswer,
  messageHeaders,
  messagePage,
  messagesQuery,
  sendMessage as sendInput,
} from '#lib/messaging/schemas/message-input.ts';

export const GET = defineRoute({
  summary: 'List messages of a conversation, oldest first, before or after a cursor or around a message',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  query: messagesQuery,
  response: messagePage,
  handler: ({ ctx, loaded, query }) => pageOfMessages(ctx, loaded, query),
});

export const POST = defineRoute({
  summary: 'Send a message; a repeat with the same key responds with 200 and the stored message',
  auth: 'session',
  rateLimit: 'message-send',
  maxBytes: MAX_MESSAGE_BYTES,
  params: conversationParams,
  headers: messageHeaders,
  load: ({ ctx, params }) => getMineToWrite(ctx, params.id),
  body: sendInput,
  response: messageAnswer,
  status: 201,
  handler: async ({ ctx, params, body, headers }) => {
    const { created, message } = await sendMessage(ctx, params.id, body, headers['idempotency-key']);
    return Response.json(messageAnswer.parse({ message }), { status: created ? 201 : 200 });
  },
});
