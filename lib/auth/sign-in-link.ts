import { auditRow } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { after } from '#lib/core/time.ts';
import { emailClaimId, emailKeyOf } from './email-key.ts';
import { newLoginSecrets, tokenIdOf } from './login-secrets.ts';
import { addToken, LOGIN_MS, newLoginToken, readTokens } from './login-tokens.ts';
import { findUserByEmail } from './users.ts';

export type SignInLink = {
  readonly link: string;
  readonly expiresAt: string;
  /** Whether the address has an account. Without one, signing in creates it. */
  readonly isKnown: boolean;
};

/**
 * Creates a link that signs an address in, for operators of a server that cannot send mail. It works once, for ten
 * minutes, in any browser. Sign-in mails of the address stop working. The audit records the act.
 */
export async function makeSignInLink(ctx: Context, address: string): Promise<SignInLink> {
  const emailKey = emailKeyOf(address);
  if (emailKey === null) throw invalid('This is not an email address', { email: 'must be an email address' });
  const { token } = newLoginSecrets();
  const now = ctx.now();
  const expiresAt = after(now, LOGIN_MS);

  const user = await ctx.data.tx(
    async (t) => {
      const known = await findUserByEmail(t, address);
      const read = await readTokens(t, emailKey);
      const row = newLoginToken({ emailKey, email: address.trim(), locale: known?.locale ?? ctx.locale }, now);
      addToken(t, tokenIdOf(token), row, { read, leaves: () => false });
      auditRow(t, ctx, {
        action: 'sign-in-link.made',
        targetType: known ? 'user' : 'address',
        targetId: known?.id ?? emailClaimId(emailKey),
        reason: 'From the command line',
        now,
      });
      return known;
    },
    { lane: `email_login_tokens/${emailClaimId(emailKey)}` },
  );
  ctx.log('info', 'sign-in-link.made', { userId: user?.id ?? null });
  return { link: `${ctx.origin}/sign-in/link?token=${token}`, expiresAt, isKnown: user !== null };
}
