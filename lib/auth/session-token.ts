import { errors, jwtVerify, SignJWT } from 'jose';
import type { KeyRing } from '#lib/core/env.ts';
import { longest } from './session-life.ts';

const ISSUER = 'plaza';
const AUDIENCE = 'plaza-session';
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** The value of the session cookie: a signed name of a session, without role, address or rights. */
export async function signSession(ring: KeyRing, sid: string, now: Date): Promise<string> {
  const [first] = ring;
  if (!first) throw new Error('SESSION_KEYS holds no key');
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256', kid: first.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now) + longest.absoluteMs / 1000)
    .sign(first.key);
}

/** The session secret inside a cookie, or null when anything about the cookie is not ours: it is then as good as none. */
export async function readSessionToken(ring: KeyRing, token: string, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, (header) => keyOf(ring, header.kid), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sid'],
      currentDate: now,
    });
    return typeof payload.sid === 'string' ? payload.sid : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function keyOf(ring: KeyRing, kid: string | undefined): Uint8Array {
  const key = ring.find((entry) => entry.kid === kid)?.key;
  if (!key) throw new errors.JWSSignatureVerificationFailed();
  return key;
}
