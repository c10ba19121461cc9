import { defineRoute } from '#lib/api/define-route.ts';
import { getMine, getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { assertSender, deleteMessage, editMessage } from '#lib/messaging/messages/edit-message.ts';
import { getMessage } from '#lib/messaging/messages/own-message.ts';
import {
  editMessage as editInput,
  messageAnswer,
  messageDeleted,
  messageParams,
} from '#lib/messaging/schemas/message-input.ts';

export const PUT = defineRoute({
  summary: 'Edit an own message, up to a day after it was sent',
  auth: 'session',
  rateLimit: 'message-act',
  maxBytes: 65_536,
  params: messageParams,
  load: async ({ ctx, params }) => {
    await getMineToWrite(ctx, params.id);
    assertSender(ctx, (await getMessage(ctx.data, params.id, params.messageId)).data);
  },
  body: editInput,
  response: messageAnswer,
  handler: async ({ ctx, params: { id, messageId }, body }) => ({
    message: await editMessage(ctx, { conversationId: id, messageId }, body.content),
  }),
});

export const DELETE = defineRoute({
  summary: 'Delete an own message, or any message of an own group; its number stays',
  auth: 'session',
  rateLimit: 'message-act',
  params: messageParams,
  load: ({ ctx, params }) => getMine(ctx, ctx.data, params.id),
  response: messageDeleted,
  handler: ({ ctx, params: { id, messageId } }) => deleteMessage(ctx, { conversationId: id, messageId }),
});
