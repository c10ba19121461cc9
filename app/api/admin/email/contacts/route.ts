import { defineRoute } from '#lib/api/define-route.ts';
import { listContacts, saveContact } from '#lib/crm/contacts/contacts.ts';
import { contactPage, contactSaved, contactsQuery, saveContactInput } from '#lib/crm/schemas/contact-input.ts';

export const GET = defineRoute({
  summary: 'List mail contacts, newest first',
  auth: 'admin',
  query: contactsQuery,
  response: contactPage,
  handler: ({ ctx, query }) => listContacts(ctx, query),
});

export const POST = defineRoute({
  summary: 'Create a mail contact, or change the contact that has the address',
  auth: 'admin',
  body: saveContactInput,
  response: contactSaved,
  handler: async ({ ctx, body, reply }) => {
    const saved = { success: true as const, ...(await saveContact(ctx, body)) };
    return saved.created ? Response.json(contactSaved.parse(saved), { status: 201, headers: reply }) : saved;
  },
});
