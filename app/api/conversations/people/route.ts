import { defineRoute } from '#lib/api/define-route.ts';
import { findPeople } from '#lib/messaging/members/people.ts';
import { peopleAnswer, peopleQuery } from '#lib/messaging/schemas/person.ts';

export const GET = defineRoute({
  summary: 'Names of people the caller shares one of the named conversations with, and of vendors',
  auth: 'session',
  query: peopleQuery,
  response: peopleAnswer,
  handler: async ({ ctx, query }) => ({ people: await findPeople(ctx, query) }),
});
