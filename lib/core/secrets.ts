import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './env/secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns whether two texts are equal, in constant time. An empty expected secret is never equal. */
export const secretsEqual = (sent: string, expected: string | undefined): boolean =>
  expected !== undefined && expected !== '' && timingSafeEqual(digest(sent), digest(expected));

const aesKey = (key: Uint8Array) => createHash('sha256').update('plaza-seal').update(key).digest();

/** Encrypts with AES-256-GCM under the first key of the ring. Decryption needs the same `context`. */
export function seal(ring: KeyRing, context: string, text: string): string {
  const [first] = ring;
  if (!first) throw new Error('the key ring is empty: seal needs a key');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', aesKey(first.key), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${first.kid}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`;
}

/**
 * Decrypts the result of `seal` with any key of the ring. Throws when the key is unknown or when text or context was
 * changed.
 */
export function unseal(ring: KeyRing, context: string, sealed: string): string {
  const [kid = '', encoded = ''] = sealed.split('.');
  const key = ring.find((entry) => entry.kid === kid)?.key;
  if (!key) throw new Error(`the key ring has no key named ${kid}`);
  const bytes = Buffer.from(encoded, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', aesKey(key), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
