import { defineRoute } from '#lib/api/define-route.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { listConversations } from '#lib/messaging/conversations/list-conversations.ts';
import { MAX_CONVERSATION_BYTES } from '#lib/messaging/limits.ts';
import {
  conversationAnswer,
  conversationPage,
  conversationsQuery,
  createConversation as createInput,
} from '#lib/messaging/schemas/conversation-input.ts';
import { messageHeaders } from '#lib/messaging/schemas/message-input.ts';

export const GET = defineRoute({
  summary: 'List own conversations, latest activity first, without hidden tool conversations',
  auth: 'session',
  query: conversationsQuery,
  response: conversationPage,
  handler: ({ ctx, query }) => listConversations(ctx, query),
});

export const POST = defineRoute({
  summary: 'Create a conversation; responds with 200 and the existing one for the same participants and subject',
  auth: 'session',
  rateLimit: 'conversation-create',
  headers: messageHeaders,
  load: async ({ ctx }) => assertMayWrite(ctx),
  body: createInput,
  maxBytes: MAX_CONVERSATION_BYTES,
  response: conversationAnswer,
  status: 201,
  handler: async ({ ctx, body, headers }) => {
    const { created, conversation } = await createConversation(ctx, body, headers['idempotency-key']);
    return Response.json(conversationAnswer.parse({ conversation }), { status: created ? 201 : 200 });
  },
});
