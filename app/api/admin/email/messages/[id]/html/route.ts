import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { showMessageHtml } from '#lib/crm/messages/message-html.ts';
import { getMessage } from '#lib/crm/messages/messages.ts';
import { messageHtml, messageHtmlQuery } from '#lib/crm/schemas/message-html.ts';

export const GET = defineRoute({
  summary: 'Get the sanitized HTML of a mail, with its pictures as data URLs',
  auth: 'admin',
  params: z.object({ id: idText }),
  query: messageHtmlQuery,
  load: ({ ctx, params }) => getMessage(ctx, params.id),
  response: messageHtml,
  handler: ({ ctx, loaded, query }) => showMessageHtml(ctx, loaded, query),
});
