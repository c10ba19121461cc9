import { domainToASCII } from 'node:url';
import { hashOf } from '#lib/core/ids.ts';

const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
// The plain form of RFC 5321 without quoting. Mail servers accept it everywhere, and it cannot break a header.
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
// The conversion reads a domain as the host of a URL: it would cut off text after a slash, undo escapes and drop
// tabs.
const noDomain = /(?![A-Za-z0-9.-])\p{ASCII}/u;
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the unique key of an address: trimmed, local part lower-cased, domain in lower-case IDNA ASCII. Dots and
 * plus tags stay. Returns null when mail cannot be sent to it.
 */
export function emailKeyOf(address: string): string | null {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  const typed = trimmed.slice(at + 1);
  const domain = noDomain.test(typed) ? '' : domainToASCII(typed).toLowerCase();
  if (!localPart.test(local) || local.length > MAX_LOCAL || !asciiDomain.test(domain)) return null;
  const key = `${local.toLowerCase()}@${domain}`;
  return key.length > MAX_ADDRESS ? null : key;
}

/** Returns the id under which an address is claimed. */
export const emailClaimId = (emailKey: string): string => hashOf(emailKey);
