import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { readSessionToken, signSession } from './session-token.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const at = Math.floor(now.getTime() / 1000);
const key = (letter: string) => new Uint8Array(Buffer.from(letter.repeat(32)));
const ring = [
  { kid: 'new', key: key('n') },
  { kid: 'old', key: key('o') },
];

type Parts = {
  exp?: number | null;
  aud?: string;
  iss?: string;
  sid?: string | null;
  kid?: string;
  signedBy?: Uint8Array;
  nbf?: number;
  alg?: 'HS256' | 'HS512';
  crit?: string[];
};
const forge = (parts: Parts) => {
  const { exp = at + 60, aud = 'plaza-session', iss = 'plaza', sid = 's', kid = 'new', signedBy } = parts;
  const { nbf, alg = 'HS256', crit } = parts;
  const token = new SignJWT({ ...(sid !== null && { sid }) })
    .setProtectedHeader({ alg, kid, ...(crit && { crit, b64: true }) })
    .setIssuedAt(at)
    .setIssuer(iss)
    .setAudience(aud);
  if (exp !== null) token.setExpirationTime(exp);
  if (nbf !== undefined) token.setNotBefore(nbf);
  return token.sign(signedBy ?? key(alg === 'HS256' ? 'n' : 'nn'));
};

describe('session tokens', () => {
  it('S2 carry the sid and no role, and readSessionToken returns that sid', async () => {
    const token = await signSession(ring, 'usr_a.secret', now);

    const [, payload = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      sid: 'usr_a.secret',
      iss: 'plaza',
      aud: 'plaza-session',
      iat: at,
      exp: at + (30 * DAY_MS) / 1000,
    });
    expect(readSessionToken(ring, token, now)).toBe('usr_a.secret');
  });

  it('S2 stay valid while their key is in the ring, so keys can be rotated without signing users out', async () => {
    const olderRing = ring.slice(1);

    const token = await signSession(olderRing, 'usr_a.secret', now);

    expect(readSessionToken(ring, token, now)).toBe('usr_a.secret');
    expect(readSessionToken(ring.slice(0, 1), token, now)).toBeNull();
  });

  const unsigned = new UnsecuredJWT({ sid: 's' })
    .setIssuer('plaza')
    .setAudience('plaza-session')
    .setExpirationTime(at + 60);
  const forgeries: readonly (readonly [string, () => Promise<string> | string])[] = [
    ['without a signature', () => unsigned.encode()],
    ['signed with another key', () => forge({ signedBy: key('x') })],
    ['with an unknown key id', () => forge({ kid: 'other' })],
    ['that has expired', () => forge({ exp: at - 1 })],
    ['without an expiry', () => forge({ exp: null })],
    ['for another audience', () => forge({ aud: 'plaza-mail' })],
    ['of another issuer', () => forge({ iss: 'mallory' })],
    ['without a sid', () => forge({ sid: null })],
    [
      'with a changed payload',
      async () => (await forge({})).replace(/\.[^.]+\./, `.${Buffer.from('{}').toString('base64url')}.`),
    ],
    ['with a changed signature', async () => `${(await forge({})).slice(0, -2)}AA`],
    ['with a fourth segment', async () => `${await forge({})}.${Buffer.from('{}').toString('base64url')}`],
    ['that is not valid yet', () => forge({ nbf: at + 60 })],
    ['signed with another algorithm', () => forge({ alg: 'HS512' })],
    ['with an unsupported critical extension', () => forge({ crit: ['b64'] })],
    ['that is not a JWT', () => 'hello'],
    ['that is empty', () => ''],
  ];
  it.each(forgeries)('S2 readSessionToken rejects a token %s', async (_, make) => {
    const token = await make();

    expect(readSessionToken(ring, token, now)).toBeNull();
  });

  it('S2 are verified each time, even when the same token was read before', async () => {
    const token = await forge({});
    expect([1, 2].map(() => readSessionToken(ring, token, now))).toEqual(['s', 's']);

    expect(readSessionToken(ring, token, new Date((at + 61) * 1000))).toBeNull();
    expect(readSessionToken(ring.slice(1), token, now)).toBeNull();
    expect(readSessionToken(ring, `${token}.`, now)).toBeNull();
    const forged = await forge({ signedBy: key('x') });
    expect([1, 2].map(() => readSessionToken(ring, forged, now))).toEqual([null, null]);
  });

  it('S2 readSessionToken accepts the valid token that the rejected tokens are variations of', async () => {
    expect(readSessionToken(ring, await forge({}), now)).toBe('s');
  });
});
