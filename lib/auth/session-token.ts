import { timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyRing } from '#lib/core/env/secrets.ts';
import { openMac } from '#lib/core/mac.ts';
import { longest } from './session-life.ts';

const ISSUER = 'plaza';
const AUDIENCE = 'plaza-session';
const ALGORITHM = 'HS256';
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** The value of the session cookie: a signed name of a session, without role, address or rights. */
export async function signSession(ring: KeyRing, sid: string, now: Date): Promise<string> {
  const [first] = ring;
  if (!first) throw new Error('SESSION_KEYS holds no key');
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
 * The session secret inside a cookie, or null when anything about the cookie is not ours: it is then as good as none. Every
 * call of a signed-in person comes by here, so it is checked at once and not on another thread, whose turn would cost
 * five times the work (RFC 7515 5.2, RFC 7519 7.2). Whether the session still stands, only its row says.
 */
export function readSessionToken(ring: KeyRing, token: string, now: Date): string | null {
  const header = token.slice(0, token.indexOf('.'));
  const key = ring.find((entry) => made(entry).header === header);
  const said = key && claimsOf(made(key), token);
  if (!said || said.exp <= seconds(now) || (said.nbf ?? 0) > seconds(now)) return null;
  return said.sid;
}

/** So many tokens are remembered of one key; past it the memory begins anew. */
const MOST_GOOD = 10_000;

type Made = {
  readonly sign: (text: string) => string;
  readonly header: string;
  /** What tokens say whose signature was found to be good. A forged one is never kept, however often it is sent. */
  readonly good: Map<string, Claims>;
};

/** What a token says that this key has signed: a browser sends the same one with every call. */
function claimsOf(made: Made, token: string): Claims | undefined {
  const known = made.good.get(token);
  if (known) return known;
  const [, body = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isSigned(token, signature, made)) return undefined;
  const said = claims.safeParse(jsonIn(body)).data;
  if (!said) return undefined;
  if (made.good.size >= MOST_GOOD) made.good.clear();
  // A copy of its own: the part of a header would keep the whole header alive.
  made.good.set(Buffer.from(token, 'latin1').toString('latin1'), said);
  return said;
}

/** What is made of a key once and not for each call. Several copies of it do no harm. */
const kept = new WeakMap<KeyRing[number], Made>();

/**
 * What a token of this key is looked at with. The header is the very one we write: no other algorithm, and no extension
 * that would have to be understood (RFC 7515 4.1.11).
 */
function made(entry: KeyRing[number]): Made {
  const known = kept.get(entry);
  if (known) return known;
  const header = Buffer.from(JSON.stringify({ alg: ALGORITHM, kid: entry.kid })).toString('base64url');
  const made: Made = { sign: openMac(entry.key), header, good: new Map() };
  kept.set(entry, made);
  return made;
}

/** Whether what stands before the signature was signed with this key. */
function isSigned(token: string, signature: string, { sign }: Made): boolean {
  const due = Buffer.from(sign(token.slice(0, token.length - signature.length - 1)));
  const sent = Buffer.from(signature);
  return sent.length === due.length && timingSafeEqual(sent, due);
}

/** What a part of a token says; undefined where it is no JSON. */
function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
