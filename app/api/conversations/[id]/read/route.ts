import { defineRoute } from '#lib/api/define-route.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { markRead, readStateOf } from '#lib/messaging/conversations/read-state.ts';
import { conversationParams } from '#lib/messaging/schemas/conversation-input.ts';
import { readAnswer, readInput, readState } from '#lib/messaging/schemas/message-input.ts';

export const GET = defineRoute({
  summary: 'Get the read position of each participant of a conversation',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  response: readState,
  handler: ({ ctx, loaded }) => readStateOf(ctx, loaded),
});

export const POST = defineRoute({
  summary: 'Set the read position of the caller; only `unread` moves it back',
  auth: 'session',
  params: conversationParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  body: readInput.prefault({}),
  response: readAnswer,
  handler: ({ ctx, params, body }) => markRead(ctx, params.id, body),
});
