import { z } from 'zod';
import { person } from './person.ts';

/** `@` and a handle search for exactly one user; any other text matches the beginning of a word in a name. */
export const contactsQuery = z.object({ q: z.string().trim().max(100).default('') });

/** A user the caller can write to. `seller` is the name of the user's shop. */
export const contact = person
  .pick({ id: true, name: true, avatarUrl: true })
  .extend({ seller: z.string().nullable() })
  .meta({ id: 'MessageContact' });
export type Contact = z.infer<typeof contact>;
export const contactList = z.object({ contacts: z.array(contact) });
export type ContactList = z.infer<typeof contactList>;

/** Returns the handle in a search, or null when the search is for a name. A handle that cannot exist finds no user. */
export const handleAsked = (q: string): string | null => (q.startsWith('@') ? q.slice(1).toLowerCase() : null);
