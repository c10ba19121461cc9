import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';

/**
 * Returns the key, the claims and the algorithm of a push message's authorization header (RFC 8292). The signature is
 * checked with that key.
 */
export async function signatureOf(authorization: string | undefined, now: Date) {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization ?? '') ?? [];
  const bytes = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: bytes.subarray(1, 33).toString('base64url'),
    y: bytes.subarray(33).toString('base64url'),
  };
  const verifier = createPublicKey({ key: jwk, format: 'jwk' });
  const { payload, protectedHeader } = await jwtVerify(token, verifier, { currentDate: now });
  return { key, payload, alg: protectedHeader.alg };
}
