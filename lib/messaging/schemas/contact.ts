import { z } from 'zod';
import { person } from './person.ts';

/** `@` and a handle asks for one person; anything else begins a word of a name. */
export const contactsQuery = z.object({ q: z.string().trim().max(100).default('') });

/** Somebody one can write to; `seller` is the name of the shop they answer for. */
export const contact = person
  .pick({ id: true, name: true, avatarUrl: true })
  .extend({ seller: z.string().nullable() })
  .meta({ id: 'MessageContact' });
export type Contact = z.infer<typeof contact>;
export const contactList = z.object({ contacts: z.array(contact) });
export type ContactList = z.infer<typeof contactList>;

/** The handle that is asked for, or null where a name is. One that can be nobody's is as good as no name. */
export const handleAsked = (q: string): string | null => (q.startsWith('@') ? q.slice(1).toLowerCase() : null);
