import { headerOf } from './headers/headers.ts';
import { structuredField } from './mime/fields.ts';
import type { RawHeader } from './ports.ts';
import type { Encryption } from './values.ts';

/** Returns how a mail is encrypted, or null for a plain mail and one that is only signed. */
export function encryptionOf(headers: readonly RawHeader[], text: string): Encryption | null {
  const { value, params } = structuredField(headerOf(headers, 'content-type') ?? '');
  // Signed content in this form is wrapped too (RFC 8551 3.5.2), except for a bare list of certificates.
  if (/^application\/(?:x-)?pkcs7-mime$/.test(value))
    return params.get('smime-type')?.toLowerCase() === 'certs-only' ? null : 'smime';
  if (value === 'multipart/encrypted') return /pkcs7/i.test(params.get('protocol') ?? '') ? 'smime' : 'pgp';
  return /^-----BEGIN PGP MESSAGE-----\s*$/m.test(text.slice(0, 4096)) ? 'pgp' : null;
}
