import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { CODE_DIGITS } from '#lib/auth/limits.ts';
import type { KeyRing } from '#lib/core/env/secrets.ts';
import { hashOf } from '#lib/core/ids.ts';
import { seal, secretsEqual, unseal } from '#lib/core/secrets.ts';

const SECRET_BYTES = 32;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** The secrets of one sign-in mail: the token of its link and the code to type. */
export type LoginSecrets = { readonly token: string; readonly code: string };

export const newLoginSecrets = (): LoginSecrets => ({
  token: randomBytes(SECRET_BYTES).toString('base64url'),
  code: String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
});

/** Returns the id of a token's row. The store never holds the token itself. */
export const tokenIdOf = (token: string): string => hashOf(token);

/** Returns the name of a browser from its login cookie, or a new one. */
export const browserNameOf = (cookie: string | null | undefined): string =>
  cookie && secretPattern.test(cookie) ? cookie : randomBytes(SECRET_BYTES).toString('base64url');

export const browserHashOf = (browser: string): string => hashOf('login-browser', browser);

const macWith = (key: Uint8Array, tokenId: string, code: string) =>
  createHmac('sha256', key).update(`login-code\n${tokenId}\n${code}`).digest('base64url');

/** Binds a code to its row with a key of ours: a million guesses against a stolen row find nothing. */
export function codeMacOf(ring: KeyRing, tokenId: string, code: string): string {
  const [first] = ring;
  if (!first) throw new Error('SESSION_KEYS contains no key');
  return macWith(first.key, tokenId, code);
}

/** Returns whether a typed code is the one of the row, under any key of the ring. */
export const isCodeOf = (ring: KeyRing, tokenId: string, code: string, codeMac: string): boolean =>
  ring.map(({ key }) => secretsEqual(macWith(key, tokenId, code), codeMac)).includes(true);

const contextOf = (tokenId: string) => `login-mail\n${tokenId}`;

export const sealSecrets = (ring: KeyRing, tokenId: string, { token, code }: LoginSecrets): string =>
  seal(ring, contextOf(tokenId), `${token}.${code}`);

export function unsealSecrets(ring: KeyRing, tokenId: string, sealed: string): LoginSecrets {
  const [token = '', code = ''] = unseal(ring, contextOf(tokenId), sealed).split('.');
  return { token, code };
}
