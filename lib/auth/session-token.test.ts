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

describe('the session token', () => {
  it('S2 carries the name of a session and no role, and is read back', async () => {
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

  it('S2 is good under every key of the ring, so that keys can be changed without signing anybody out', async () => {
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
    ['of a key we do not have', () => forge({ kid: 'other' })],
    ['that has expired', () => forge({ exp: at - 1 })],
    ['without an end', () => forge({ exp: null })],
    ['for another audience', () => forge({ aud: 'plaza-mail' })],
    ['of another issuer', () => forge({ iss: 'mallory' })],
    ['without a session', () => forge({ sid: null })],
    [
      'with a changed payload',
      async () => (await forge({})).replace(/\.[^.]+\./, `.${Buffer.from('{}').toString('base64url')}.`),
    ],
    ['with a changed signature', async () => `${(await forge({})).slice(0, -2)}AA`],
    [
      'whose signature is that of a longer text',
      async () => `${await forge({})}.${Buffer.from('{}').toString('base64url')}`,
    ],
    ['that is not good yet', () => forge({ nbf: at + 60 })],
    ['of another algorithm', () => forge({ alg: 'HS512' })],
    ['with an extension nobody here understands', () => forge({ crit: ['b64'] })],
    ['that is no token', () => 'hello'],
    ['that is empty', () => ''],
  ];
  it.each(forgeries)('S2 refuses one %s', async (_, make) => {
    const token = await make();

    expect(readSessionToken(ring, token, now)).toBeNull();
  });

  it('S2 looks at a token it has seen before no less closely', async () => {
    const token = await forge({});
    expect([1, 2].map(() => readSessionToken(ring, token, now))).toEqual(['s', 's']);

    expect(readSessionToken(ring, token, new Date((at + 61) * 1000))).toBeNull();
    expect(readSessionToken(ring.slice(1), token, now)).toBeNull();
    expect(readSessionToken(ring, `${token}.`, now)).toBeNull();
    const forged = await forge({ signedBy: key('x') });
    expect([1, 2].map(() => readSessionToken(ring, forged, now))).toEqual([null, null]);
  });

  it('S2 reads one that is as it should be, so that the refusals above mean something', async () => {
    expect(readSessionToken(ring, await forge({}), now)).toBe('s');
  });
});
