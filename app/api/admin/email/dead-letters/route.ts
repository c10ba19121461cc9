import { defineRoute } from '#lib/api/define-route.ts';
import { listDeadLetters } from '#lib/crm/mailboxes/dead-letters.ts';
import { deadLetterPage, deadLettersQuery } from '#lib/crm/schemas/dead-letter-input.ts';

export const GET = defineRoute({
  summary: 'List mails that could not be read, newest first',
  auth: 'admin',
  query: deadLettersQuery,
  response: deadLetterPage,
  handler: ({ ctx, query }) => listDeadLetters(ctx, query),
});
