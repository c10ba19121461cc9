import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getContact } from '#lib/crm/contacts/contacts.ts';
import { exportContact } from '#lib/crm/contacts/export-contact.ts';
import { contactExport } from '#lib/crm/schemas/contact-export.ts';

export const GET = defineRoute({
  summary: 'Export all stored data about an address',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getContact(ctx, params.id),
  response: contactExport,
  handler: ({ ctx, loaded }) => exportContact(ctx, loaded),
});
