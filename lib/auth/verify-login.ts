import { MAX_CODE_ATTEMPTS } from '#lib/auth/limits.ts';
import type { Context } from '#lib/context/context.ts';
import { conflict, unauthorized } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { EmailLoginTokens } from './collections.ts';
import { viewOf } from './current-user.ts';
import { emailClaimId, emailKeyOf } from './email-key.ts';
import { browserHashOf, isCodeOf, tokenIdOf } from './login-secrets.ts';
import { readTokens } from './login-tokens.ts';
import { revokeConnections } from './revoke-connections.ts';
import type { LoginToken, LoginVerified, VerifyLogin } from './schemas/login.ts';
import { signSession } from './session-token.ts';
import { newSessionSecret } from './sessions.ts';
import { type Draw, signIn } from './sign-in.ts';
import { sessionUserOf } from './users.ts';

type Found = Row<LoginToken> | 'refused' | 'other-browser';

/**
 * Turns the token of a link, or an address with its code, into a session. `cookie` is the value of its cookie. Every
 * wrong input gets the same refusal. A code works in any browser. A link works only in the browser that asked for it,
 * unless an operator made it.
 */
export async function verifyLogin(
  ctx: Context,
  input: VerifyLogin,
  browser: string | null | undefined,
): Promise<LoginVerified & { readonly cookie: string }> {
  const draw: Draw = {
    now: ctx.now(),
    secret: newSessionSecret(),
    newUserId: newId('user'),
    timezone: input.timezone,
  };
  const outcome = await ctx.data.tx(
    async (t) => {
      const found = await ('token' in input
        ? byToken(t, input.token, browser, draw.now)
        : byCode(t, ctx, input, draw.now));
      if (typeof found === 'string') return found;
      return isForCaller(ctx, found.data) ? signIn(t, ctx, found, draw) : 'refused';
    },
    { lane: laneOf(input) },
  );
  if (outcome === 'other-browser')
    throw conflict('This link was requested in another browser; enter the code from the email instead', {
      code: 'OtherBrowser',
    });
  if (outcome === 'refused')
    throw unauthorized('This code or link is no longer valid; request a new email', { code: 'SignInRefused' });

  const { user, session, created, next } = outcome;
  ctx.log('info', 'session.opened', { userId: user.id, sessionId: session.id, created });
  const { id, expiresAt, stepUpUntil } = viewOf(session, user, draw.now);
  const cookie = await signSession(ctx.keys.session, session.sid, draw.now);
  // The last step: the pages whose connections it ends reconnect at once and should send the new cookie.
  if (ctx.user && ctx.session) await revokeConnections(ctx, { userId: ctx.user.id, sessionId: ctx.session.id });
  return { user: sessionUserOf(user), session: { id, expiresAt, stepUpUntil }, created, next, cookie };
}

const laneOf = (input: VerifyLogin): string =>
  `email_login_tokens/${'token' in input ? tokenIdOf(input.token) : emailClaimId(emailKeyOf(input.email) ?? '')}`;

const isLive = ({ usedAt, expiresAt, attempts }: LoginToken, now: Date): boolean =>
  usedAt === null && expiresAt > now.toISOString() && attempts < MAX_CODE_ATTEMPTS;

/** A step-up belongs to the session that asked for it. */
const isForCaller = (ctx: Context, { purpose, userId }: LoginToken): boolean =>
  purpose === 'sign-in' || (userId !== null && userId === ctx.user?.id);

async function byToken(t: Tx, token: string, browser: string | null | undefined, now: Date): Promise<Found> {
  const row = await t.get(EmailLoginTokens, tokenIdOf(token));
  if (!row || !isLive(row.data, now)) return 'refused';
  const { browserHash } = row.data;
  return browserHash === null || (browser && browserHashOf(browser) === browserHash) ? row : 'other-browser';
}

/**
 * Counts a wrong code against the mail it was typed for. Without a mail the code is compared all the same, so that
 * timing reveals nothing.
 */
async function byCode(t: Tx, ctx: Context, typed: { email: string; code: string }, now: Date): Promise<Found> {
  const rows = await readTokens(t, emailKeyOf(typed.email) ?? '');
  // An operator's link has no code, so no wrong one counts against it.
  const row = rows.find(({ data }) => data.codeMac !== '' && isLive(data, now));
  const fits = isCodeOf(ctx.keys.session, row?.id ?? '', typed.code, row?.data.codeMac ?? '');
  if (row && fits) return row;
  if (row) t.update(EmailLoginTokens, row.id, { attempts: row.data.attempts + 1 });
  return 'refused';
}
