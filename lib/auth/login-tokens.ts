import { LOGIN_MINUTES } from '#lib/auth/limits.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { EmailLoginTokens, LoginAddresses } from './collections.ts';
import { emailClaimId } from './email-key.ts';
import type { LoginToken } from './schemas/login.ts';

export const LOGIN_MS = LOGIN_MINUTES * MINUTE_MS;

type Asked = Pick<LoginToken, 'emailKey' | 'email' | 'locale'> & Partial<LoginToken>;

/** Returns an unused token of an address: by default a link that an operator makes, which has no code. */
export const newLoginToken = (asked: Asked, now: Date): LoginToken => ({
  purpose: 'sign-in',
  userId: null,
  codeMac: '',
  createdAt: now.toISOString(),
  expiresAt: after(now, LOGIN_MS),
  usedAt: null,
  attempts: 0,
  browserHash: null,
  ipPrefixHash: null,
  next: '/',
  mail: 'sent',
  ...asked,
});

/** Reads by id the usable tokens of an address, newest first. */
export async function readTokens(
  t: Pick<Reader, 'get' | 'getMany'>,
  emailKey: string,
): Promise<readonly Row<LoginToken>[]> {
  const address = await t.get(LoginAddresses, emailClaimId(emailKey));
  const rows = address ? await t.getMany(EmailLoginTokens, address.data.tokenIds) : [];
  return rows.filter((row) => row !== undefined);
}

/** Adds a token to an address. The tokens in `read` stop working, except those that `leaves` accepts. */
export function addToken(
  t: Writer,
  id: string,
  token: LoginToken,
  { read, leaves }: { readonly read: readonly Row<LoginToken>[]; readonly leaves: (token: LoginToken) => boolean },
): void {
  const left = read.filter(({ data }) => leaves(data));
  for (const row of read) if (!left.includes(row)) t.delete(EmailLoginTokens, row.id);
  t.create(EmailLoginTokens, id, token);
  t.set(LoginAddresses, emailClaimId(token.emailKey), {
    tokenIds: [id, ...left.map((row) => row.id)],
    expiresAt: token.expiresAt,
  });
}

/** Deletes all tokens of an address. */
export function deleteTokens(t: Writer, emailKey: string, read: readonly Row<LoginToken>[]): void {
  for (const { id } of read) t.delete(EmailLoginTokens, id);
  t.delete(LoginAddresses, emailClaimId(emailKey));
}
