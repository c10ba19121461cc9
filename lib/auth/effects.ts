import type { Context } from '#lib/context/context.ts';
import type { MailOutcome } from '#lib/context/ports/mail.ts';
import { unavailable } from '#lib/core/errors.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { EmailLoginTokens } from './collections.ts';
import { loginMail } from './login-mail.ts';
import { unsealSecrets } from './login-secrets.ts';
import type { LoginToken } from './schemas/login.ts';
import { loginMailTopic, userIndexTopic } from './topics.ts';
import { indexUsers } from './user-index.ts';
import { findUserByEmail } from './users.ts';
import type { LoginMailState } from './values.ts';

/**
 * Sends a sign-in mail at most once. The mail is claimed on its token before the send. A send without a known outcome
 * is marked unknown and never repeated, because the server may have accepted it. The user can request another mail
 * after a minute.
 */
async function sendLoginMail(ctx: Context, payload: { tokenId: string; secrets: string }): Promise<void> {
  const { tokenId } = payload;
  if (!ctx.mailer)
    throw unavailable('This server cannot send mail: set SMTP_HOST and SMTP_FROM', { code: 'MailNotConfigured' });
  const mail = await claim(ctx, tokenId);
  if (!mail) return;

  const { token, code } = unsealSecrets(ctx.keys.settings, tokenId, payload.secrets);
  const owner = await findUserByEmail(ctx.data, mail.email);
  const outcome = await ctx.mailer.send(
    loginMail({
      key: `login-${tokenId}`,
      // The stored spelling: the one just typed may differ in ways that reach another mailbox.
      to: owner?.email ?? mail.email,
      purpose: mail.purpose,
      locale: mail.locale,
      code,
      link: mail.purpose === 'sign-in' ? `${ctx.origin}/sign-in/link?token=${token}` : null,
    }),
  );
  await settle(ctx, tokenId, outcome);
}

/** Returns the token's row when this call may send its mail. Null when the mail is obsolete or was tried before. */
async function claim(ctx: Context, tokenId: string): Promise<LoginToken | null> {
  const at = ctx.now().toISOString();
  const found = await ctx.data.tx(async (t) => {
    const row = await t.get(EmailLoginTokens, tokenId);
    if (!row || row.data.usedAt !== null || row.data.expiresAt <= at) return null;
    if (row.data.mail === 'queued') t.update(EmailLoginTokens, tokenId, { mail: 'sending' });
    if (row.data.mail === 'sending') t.update(EmailLoginTokens, tokenId, { mail: 'unknown' });
    return row.data;
  });
  if (found?.mail === 'sending') ctx.log('error', 'login-mail.unknown', { tokenId, reason: 'interrupted' });
  return found?.mail === 'queued' ? found : null;
}

async function settle(ctx: Context, tokenId: string, outcome: MailOutcome): Promise<void> {
  switch (outcome.state) {
    case 'sent':
      return note(ctx, tokenId, 'sent');
    case 'unknown':
      ctx.log('error', 'login-mail.unknown', { tokenId, reason: outcome.reason });
      return note(ctx, tokenId, 'unknown');
    case 'refused':
      ctx.log('warn', 'login-mail.refused', { tokenId, reason: outcome.reason, retry: outcome.retry });
      await note(ctx, tokenId, outcome.retry ? 'queued' : 'failed');
      // A mailbox that does not exist is a typing mistake, so no operator needs to look at it.
      if (outcome.retry) throw unavailable(`The mail server rejected the mail: ${outcome.reason}`);
  }
}

/** The row may be gone: the user has requested another mail, or the account was deleted. */
const note = (ctx: Context, tokenId: string, mail: LoginMailState): Promise<void> =>
  ctx.data.tx(async (t) => {
    if (await t.get(EmailLoginTokens, tokenId)) t.update(EmailLoginTokens, tokenId, { mail });
  });

export const authEffects: readonly AnyEffect[] = [
  effect(loginMailTopic, sendLoginMail),
  effect(userIndexTopic, (ctx, { userId }) => indexUsers(ctx, [userId])),
];
