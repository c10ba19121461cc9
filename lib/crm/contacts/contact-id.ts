import { emailKeyOf } from '#lib/auth/email-key.ts';
import { hashId } from '#lib/core/ids.ts';

/** What makes an address one contact's; no dot or plus tag is folded away. */
export const contactKeyOf = (address: string): string => emailKeyOf(address) ?? address.trim().toLowerCase();

/** The id an address has as a contact, whether there is such a contact or not. */
export const contactIdOf = (address: string): string => hashId('contact', contactKeyOf(address));
