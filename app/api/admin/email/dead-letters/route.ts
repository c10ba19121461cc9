import { defineRoute } from '#lib/api/define-route.ts';
import { listDeadLetters } from '#lib/crm/mailboxes/dead-letters.ts';
import { deadLetterPage, deadLettersQuery } from '#lib/crm/schemas/dead-letter-input.ts';

export const GET = defineRoute({
  summary: 'Mails that could not be read, the latest first',
  auth: 'admin',
  query: deadLettersQuery,
  response: deadLetterPage,
  handler: ({ ctx, query }) => listDeadLetters(ctx, query),
});
