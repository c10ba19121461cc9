import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyRing } from '#lib/core/env/secrets.ts';
import { longest } from './session-life.ts';

const ISSUER = 'plaza';
const AUDIENCE = 'plaza-session';
const ALGORITHM = 'HS256';
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Returns the value of the session cookie: a signed session id, without role, address or rights. */
export async function signSession(ring: KeyRing, sid: string, now: Date): Promise<string> {
  const [first] = ring;
  if (!first) throw new Error('SESSION_KEYS contains no key');
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: ALGORITHM, kid: first.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now) + longest.absoluteMs / 1000)
    .sign(first.key);
}

const claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  exp: z.number(),
  nbf: z.number().exactOptional(),
  sid: z.string(),
});

type Claims = z.infer<typeof claims>;

/**
 * Returns the session secret of a cookie. Returns null for any cookie that we did not issue. Every call of a
 * signed-in user gets here. So the check is synchronous: a thread switch would cost five times the work (RFC 7515
 * 5.2, RFC 7519 7.2). Only the row says whether the session is still valid.
 */
export function readSessionToken(ring: KeyRing, token: string, now: Date): string | null {
  const header = token.slice(0, token.indexOf('.'));
  const key = ring.find((entry) => made(entry).header === header);
  const said = key && claimsOf(made(key), token);
  if (!said || said.exp <= seconds(now) || (said.nbf ?? 0) > seconds(now)) return null;
  return said.sid;
}

/** The most tokens cached per key. Above it the cache is cleared. */
const MOST_GOOD = 10_000;

type Made = {
  /** Made once: `createHmac` with bytes builds a new key object for each text, which costs eight times the signing. */
  readonly key: KeyObject;
  readonly header: string;
  /** The claims of tokens with a valid signature. A forged token is never cached, however often it is sent. */
  readonly good: Map<string, Claims>;
};

/**
 * Returns the claims of a token that this key has signed. Cached, because a browser sends the same token with every
 * call.
 */
function claimsOf(made: Made, token: string): Claims | undefined {
  const known = made.good.get(token);
  if (known) return known;
  const [, body = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isSigned(token, signature, made)) return undefined;
  const said = claims.safeParse(jsonIn(body)).data;
  if (!said) return undefined;
  if (made.good.size >= MOST_GOOD) made.good.clear();
  // A copy of its own: a substring would keep the whole header in memory.
  made.good.set(Buffer.from(token, 'latin1').toString('latin1'), said);
  return said;
}

/** Values derived from a key once, not per call. Several copies do no harm. */
const kept = new WeakMap<KeyRing[number], Made>();

/**
 * Returns what is needed to check tokens of this key. The header must equal the one we write: no other algorithm, and
 * no extension that we would have to support (RFC 7515 4.1.11).
 */
function made(entry: KeyRing[number]): Made {
  const known = kept.get(entry);
  if (known) return known;
  const header = Buffer.from(JSON.stringify({ alg: ALGORITHM, kid: entry.kid })).toString('base64url');
  const made: Made = { key: createSecretKey(entry.key), header, good: new Map() };
  kept.set(entry, made);
  return made;
}

/** Returns whether the text before the signature was signed with this key. */
function isSigned(token: string, signature: string, { key }: Made): boolean {
  const text = token.slice(0, token.length - signature.length - 1);
  const due = Buffer.from(createHmac('sha256', key).update(text).digest('base64url'));
  const sent = Buffer.from(signature);
  return sent.length === due.length && timingSafeEqual(sent, due);
}

/** Parses a part of a token. Returns undefined when it is not JSON. */
function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
