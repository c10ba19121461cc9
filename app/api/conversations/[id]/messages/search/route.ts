import { defineRoute } from '#lib/api/define-route.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { searchMessages } from '#lib/messaging/messages/search-messages.ts';
import { conversationParams } from '#lib/messaging/schemas/conversation-input.ts';
import { foundMessages, searchQuery } from '#lib/messaging/schemas/message-input.ts';

export const GET = defineRoute({
  summary: 'Search a conversation for messages with all of these words, newest first',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  query: searchQuery,
  response: foundMessages,
  handler: ({ ctx, loaded, query }) => searchMessages(ctx, loaded, query),
});
