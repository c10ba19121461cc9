import { z } from 'zod';
import { person } from './person.ts';

export const contactsQuery = z.object({ q: z.string().trim().max(100).default('') });

/** Somebody one can write to; `seller` is the name of the shop they answer for. */
export const contact = person
  .pick({ id: true, name: true, avatarUrl: true })
  .extend({ seller: z.string().nullable() })
  .meta({ id: 'MessageContact' });
export type Contact = z.infer<typeof contact>;
export const contactList = z.object({ contacts: z.array(contact) });
export type ContactList = z.infer<typeof contactList>;
