import { emailKeyOf } from '#lib/auth/email-key.ts';
import { hashId } from '#lib/core/ids.ts';

/** Returns the key of an address as a contact. Dots and plus tags are kept. */
export const contactKeyOf = (address: string): string => emailKeyOf(address) ?? address.trim().toLowerCase();

/** Returns the contact id of an address, even when no such contact is stored. */
export const contactIdOf = (address: string): string => hashId('contact', contactKeyOf(address));
