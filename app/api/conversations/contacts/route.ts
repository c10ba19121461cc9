import { defineRoute } from '#lib/api/define-route.ts';
import { spendQuietly } from '#lib/api/rate-limits.ts';
import { findContact, listContacts } from '#lib/messaging/members/contacts.ts';
import { contactList, contactsQuery, handleAsked } from '#lib/messaging/schemas/contact.ts';
import { listSellers } from '#lib/store/vendors/sellers.ts';

export const GET = defineRoute({
  summary:
    'Find users the caller may write to: participants of shared conversations, sellers, and any user by `@handle`',
  auth: 'session',
  query: contactsQuery,
  response: contactList,
  handler: async ({ ctx, query: { q } }) => {
    const sellers = await listSellers(ctx);
    const handle = handleAsked(q);
    if (handle === null) return { contacts: await listContacts(ctx, q, sellers) };
    // Each lookup may be a guess at a stranger's handle, so it counts like a new conversation.
    await spendQuietly(ctx, 'conversation-create');
    return { contacts: await findContact(ctx, handle, sellers) };
  },
});
