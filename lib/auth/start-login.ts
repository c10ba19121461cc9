import { MAILS_PER_HOUR, MANY_MAILS, RESEND_SECONDS } from '#lib/auth/limits.ts';
import { ipPrefixHash } from '#lib/context/client.ts';
import type { Context } from '#lib/context/context.ts';
import { codeOf, invalid, rateLimited, unauthorized, unavailable } from '#lib/core/errors.ts';
import { hourOf } from '#lib/core/time.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { emailClaimId, emailKeyOf } from './email-key.ts';
import { browserHashOf, codeMacOf, newLoginSecrets, sealSecrets, tokenIdOf } from './login-secrets.ts';
import { addToken, LOGIN_MS, newLoginToken, readTokens } from './login-tokens.ts';
import { nextPathOf } from './next-path.ts';
import { purgeRows } from './purge-rows.ts';
import { loginTokensExpiredBy } from './queries.ts';
import type { LoginStarted, StartLogin } from './schemas/login.ts';
import { loginFloodTopic, loginMailTopic } from './topics.ts';

const HOUR_SECONDS = 3600;
const PURGE_ROWS = 100;

/**
 * Sends a code and a link to an address. Nothing here checks whether an account exists, so the response reveals
 * nothing. The mail of an earlier call stops working. The link works only in the browser named `browser`.
 */
export async function startLogin(ctx: Context, input: StartLogin, browser: string): Promise<LoginStarted> {
  const { email, emailKey } = addressOf(ctx, input);
  if (!ctx.mailer)
    throw unavailable('This server cannot send mail yet: its operator must set up a mail server', {
      code: 'MailNotConfigured',
    });
  await spendMail(ctx, emailKey);

  const secrets = newLoginSecrets();
  const tokenId = tokenIdOf(secrets.token);
  const now = ctx.now();
  const row = newLoginToken(
    {
      emailKey,
      email,
      purpose: input.purpose,
      userId: input.purpose === 'step-up' ? (ctx.user?.id ?? null) : null,
      locale: input.locale ?? ctx.locale,
      codeMac: codeMacOf(ctx.keys.session, tokenId, secrets.code),
      browserHash: browserHashOf(browser),
      ipPrefixHash: ipPrefixHash(ctx.keys.session, ctx.client),
      next: nextPathOf(ctx.origin, input.next),
      mail: 'queued',
    },
    now,
  );
  const sealed = sealSecrets(ctx.keys.settings, tokenId, secrets);

  await ctx.data.tx(
    async (t) => {
      const read = await readTokens(t, emailKey);
      // A new sign-in mail does not replace a link made by an operator, because any visitor can request such a mail.
      addToken(t, tokenId, row, { read, leaves: ({ browserHash: asked }) => asked === null });
      enqueue(t, loginMailTopic, { tokenId, secrets: sealed }, { now });
    },
    { lane: `email_login_tokens/${emailClaimId(emailKey)}` },
  );
  return { sent: true, expiresInSeconds: LOGIN_MS / 1000, resendAfterSeconds: RESEND_SECONDS };
}

/** Returns the address of the mail. For a step-up it is the address of the session, whatever the body says. */
function addressOf(ctx: Context, { email, purpose }: StartLogin): { email: string; emailKey: string } {
  if (purpose === 'step-up') {
    if (!ctx.user) throw unauthorized();
    return { email: ctx.user.email, emailKey: ctx.user.emailKey };
  }
  const emailKey = emailKeyOf(email ?? '');
  if (email === undefined || emailKey === null)
    throw invalid('The body is not valid', { email: 'must be an email address' });
  return { email: email.trim(), emailKey };
}

async function spendMail(ctx: Context, emailKey: string): Promise<void> {
  const address = emailClaimId(emailKey);
  for (const [limit, seconds] of [
    [1, RESEND_SECONDS],
    [MAILS_PER_HOUR, HOUR_SECONDS],
  ] as const) {
    const spent = await ctx.limits.spend(`login-mail:${seconds}:${address}`, limit, seconds);
    if (!spent.allowed)
      throw rateLimited('We have just sent you an email; wait before you request another', spent.resetSeconds);
  }
  const all = await ctx.limits.spend('login-mail:all', MANY_MAILS, HOUR_SECONDS);
  if (all.allowed) return;
  ctx.log('warn', 'login-mail.flooded', { limit: MANY_MAILS, resetSeconds: all.resetSeconds });
  await promiseFloodNotice(ctx);
}

/** Notifies operators once per hour. The first process that reaches the limit does so. */
function promiseFloodNotice(ctx: Context): Promise<void> {
  const now = ctx.now();
  const hour = hourOf(now);
  return ctx.memo.get(`login-flood-${hour}`, HOUR_SECONDS * 1000, async () => {
    try {
      await ctx.data.batch((write) => enqueue(write, loginFloodTopic, { hour, mails: MANY_MAILS }, { now, key: hour }));
    } catch (error) {
      if (codeOf(error) !== 'EXISTS') throw error;
    }
  });
}

/** Deletes a slice of the sign-in mails that have expired. Returns how many. Safe to run at any time and twice. */
export const purgeLoginTokens = (ctx: Context): Promise<number> =>
  purgeRows(ctx, loginTokensExpiredBy(ctx.now().toISOString(), PURGE_ROWS));
