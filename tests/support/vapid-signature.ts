import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';

/** What the authorization header of a pushed message holds (RFC 8292), its signature checked with the key it names. */
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
