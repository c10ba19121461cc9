import { defineRoute } from '#lib/api/define-route.ts';
import { listContacts } from '#lib/messaging/members/contacts.ts';
import { contactList, contactsQuery } from '#lib/messaging/schemas/contact.ts';
import { listSellers } from '#lib/store/vendors/sellers.ts';

export const GET = defineRoute({
  summary: 'Whom the caller may begin to write to: people of shared conversations, and sellers',
  auth: 'session',
  query: contactsQuery,
  response: contactList,
  handler: async ({ ctx, query }) => ({ contacts: await listContacts(ctx, query.q, await listSellers(ctx)) }),
});
