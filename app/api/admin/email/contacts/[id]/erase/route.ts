import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { eraseContact, getErasable } from '#lib/crm/contacts/erase-contact.ts';
import { contactErased, eraseContactInput } from '#lib/crm/schemas/contact-input.ts';

export const POST = defineRoute({
  summary: 'Erase all stored data about an address',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getErasable(ctx, params.id),
  body: eraseContactInput,
  response: contactErased,
  handler: ({ ctx, params, body }) => eraseContact(ctx, params.id, body.confirmEmail),
});
