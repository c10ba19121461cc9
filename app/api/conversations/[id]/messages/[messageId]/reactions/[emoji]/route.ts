import { defineRoute } from '#lib/api/define-route.ts';
import { getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { react, unreact } from '#lib/messaging/messages/reactions.ts';
import { messageAnswer, reactionParams } from '#lib/messaging/schemas/message-input.ts';

export const PUT = defineRoute({
  summary: 'Add a reaction to a message',
  auth: 'session',
  rateLimit: 'message-act',
  params: reactionParams,
  load: ({ ctx, params }) => getMineToWrite(ctx, params.id),
  response: messageAnswer,
  handler: async ({ ctx, params: { id, ...reaction } }) => ({
    message: await react(ctx, { conversationId: id, ...reaction }),
  }),
});

export const DELETE = defineRoute({
  summary: 'Remove an own reaction from a message',
  auth: 'session',
  rateLimit: 'message-act',
  params: reactionParams,
  load: ({ ctx, params }) => getMineToWrite(ctx, params.id),
  response: messageAnswer,
  handler: async ({ ctx, params: { id, ...reaction } }) => ({
    message: await unreact(ctx, { conversationId: id, ...reaction }),
  }),
});
