import { defineRoute } from '#lib/api/define-route.ts';
import { getMine, getMineToWrite } from '#lib/messaging/conversations/access.ts';
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
import { MAX_MESSAGE_BYTES } from '#lib/messaging/values.ts';

export const GET = defineRoute({
  summary: 'Messages of a conversation, oldest first, either way from a cursor or around one of them',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  query: messagesQuery,
  response: messagePage,
  handler: ({ ctx, loaded, query }) => pageOfMessages(ctx, loaded, query),
});

export const POST = defineRoute({
  summary: 'Send a message; sent again under the same key it answers 200 with the stored one',
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
