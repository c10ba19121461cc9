import { defineRoute } from '#lib/api/define-route.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { changeConversation } from '#lib/messaging/conversations/change-conversation.ts';
import { viewFor } from '#lib/messaging/conversations/views.ts';
import { MAX_CONVERSATION_BYTES } from '#lib/messaging/limits.ts';
import { deleteConversation } from '#lib/messaging/members/leaving.ts';
import {
  changeConversation as changeInput,
  conversationAnswer,
  conversationDeleted,
  conversationParams,
  deleteQuery,
} from '#lib/messaging/schemas/conversation-input.ts';

export const GET = defineRoute({
  summary: 'Get a conversation of the caller, including a hidden tool conversation',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  response: conversationAnswer,
  handler: async ({ ctx, loaded }) => ({ conversation: viewFor(loaded.row, loaded.member, ctx.now()) }),
});

export const PUT = defineRoute({
  summary: 'Change a conversation, the participants of a group, or the own view of it',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  body: changeInput,
  maxBytes: MAX_CONVERSATION_BYTES,
  response: conversationAnswer,
  handler: async ({ ctx, params, body }) => ({ conversation: await changeConversation(ctx, params.id, body) }),
});

export const DELETE = defineRoute({
  summary: 'Hide a direct conversation, leave another, or delete an own group for everyone',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  query: deleteQuery,
  response: conversationDeleted,
  handler: ({ ctx, params, query }) => deleteConversation(ctx, params.id, query.scope),
});
