import { defineRoute } from '#lib/api/define-route.ts';
import { findPeople } from '#lib/messaging/members/people.ts';
import { peopleAnswer, peopleQuery } from '#lib/messaging/schemas/person.ts';
import { sellerIds } from '#lib/store/vendors/sellers.ts';

export const GET = defineRoute({
  summary: 'Get the names of users who share one of the given conversations with the caller, and of vendors',
  auth: 'session',
  query: peopleQuery,
  response: peopleAnswer,
  handler: async ({ ctx, query }) => ({
    people: await findPeople(ctx, { ...query, sellers: await sellerIds(ctx) }),
  }),
});
