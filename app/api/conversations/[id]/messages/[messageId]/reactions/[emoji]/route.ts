import { defineRoute } from '#lib/api/define-route.ts';
import { getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { react, unreact } from '#lib/messaging/messages/reactions.ts';
import { messageAnswer, reactionParams } from '#lib/messaging/schemas/message-input.ts';

const reactionRoute = (summary: string, change: typeof react) =>
  defineRoute({
    summary,
    auth: 'session',
    rateLimit: 'message-act',
    params: reactionParams,
    load: ({ ctx, params }) => getMineToWrite(ctx, params.id),
    response: messageAnswer,
    handler: async ({ ctx, params: { id, ...reaction } }) => ({
      message: await change(ctx, { conversationId: id, ...reaction }),
    }),
  });

export const PUT = reactionRoute('Add a reaction to a message', react);
export const DELETE = reactionRoute('Remove an own reaction from a message', unreact);
