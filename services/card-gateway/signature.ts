import { createHmac } from 'node:crypto';
import { secretsEqual } from '#lib/core/secrets.ts';

/**
 * Returns the lower-case hex HMAC-MD5 over the values joined by `;`, as the gateway signs everything. No value may
 * contain a `;`.
 */
export const sign = (secret: string, values: readonly string[]): string =>
  createHmac('md5', secret).update(values.join(';'), 'utf8').digest('hex');

/** Returns whether a signature matches these values. Always false with an empty secret. */
export const isSigned = (secret: string, values: readonly string[], signature: string): boolean =>
  secret !== '' && secretsEqual(signature, sign(secret, values));
