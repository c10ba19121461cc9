import { defineRoute } from '#lib/api/define-route.ts';
import { actOnMessage } from '#lib/messaging/cards/act-on-message.ts';
import { getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { getMessage } from '#lib/messaging/messages/own-message.ts';
import { messageAnswer, messageParams } from '#lib/messaging/schemas/message-input.ts';
import { richAction } from '#lib/messaging/schemas/rich.ts';

export const POST = defineRoute({
  summary: 'Perform an action that a message of this type offers, such as a vote or an answer',
  auth: 'session',
  rateLimit: 'message-act',
  params: messageParams,
  load: async ({ ctx, params }) => {
    await getMineToWrite(ctx, params.id);
    await getMessage(ctx.data, params.id, params.messageId);
  },
  body: richAction,
  response: messageAnswer,
  handler: async ({ ctx, params, body }) => ({
    message: await actOnMessage(ctx, { conversationId: params.id, messageId: params.messageId }, body),
  }),
});
