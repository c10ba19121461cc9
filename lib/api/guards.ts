import { auditTrespass } from '#lib/audit/audit.ts';
import { currentSession, type KnownSession, type SignedIn } from '#lib/auth/current-user.ts';
import { hasRightsOf } from '#lib/auth/values.ts';
import type { Context } from '#lib/context/context.ts';
import { hasRank, type Role } from '#lib/context/values.ts';
import { forbidden, unauthorized } from '#lib/core/errors.ts';
import type { RequestHead } from '#lib/core/request-head.ts';
import { secretsEqual } from '#lib/core/secrets.ts';
import { localeOf } from './locale.ts';
import { isFromMailProvider } from './mail-webhook-signature.ts';

/**
 * Returns the context the caller may continue with, or throws Unauthorized or Forbidden. `raw` reads the body, for
 * guards that verify its signature. `known` saves a read when the session is already known. No product rule belongs
 * here.
 */
export type Guard = (
  ctx: Context,
  request: RequestHead,
  raw: () => Promise<Uint8Array>,
  known?: KnownSession,
) => Promise<Context>;

/** Returns the context of a signed-in user, in the language of their account. */
const asPerson = (ctx: Context, request: RequestHead, session: SignedIn): Context => ({
  ...ctx,
  user: session.user,
  session: session.session,
  locale: localeOf(request.headers, ctx.locale, session.user.locale),
});

const needs =
  (least: Role): Guard =>
  async (ctx, request, _, known) => {
    const session = await currentSession(ctx, request, known);
    if (!session) throw unauthorized();
    const person = asPerson(ctx, request, session);
    if (hasRightsOf(least, session.user)) return person;
    await auditTrespass(person, request);
    if (hasRank(session.user.role, least)) throw forbidden('Your account is restricted', { code: 'AccountRestricted' });
    throw forbidden(`This needs the ${least} role`);
  };

const cron: Guard = async (ctx, request) => {
  const sent = request.headers.get('authorization') ?? '';
  const { CRON_SECRET: secret, CRON_SECRET_PREVIOUS: previous } = ctx.env;
  const known = [secret, previous].map((value) => value !== undefined && secretsEqual(sent, `Bearer ${value}`));
  // Without the current secret the previous one is not accepted either.
  if (secret === undefined || !known.includes(true)) throw unauthorized('This route needs the cron secret');
  return { ...ctx, via: 'cron' };
};

/**
 * Admits a provider of inbound mail: by bearer token, or by a signature over the exact bytes of the body. Reads no
 * session.
 */
const emailWebhook: Guard = async (ctx, request, raw) => {
  if (!(await isFromMailProvider(ctx, request.headers, raw))) throw unauthorized('This route needs the webhook secret');
  return { ...ctx, via: 'webhook' };
};

export const guards = {
  public: async (ctx) => ctx,
  /** Public, but reads the user when there is one. */
  optional: async (ctx, request) => {
    const session = await currentSession(ctx, request);
    return session ? asPerson(ctx, request, session) : ctx;
  },
  session: needs('visitor'),
  admin: needs('admin'),
  superadmin: needs('superadmin'),
  cron,
  emailWebhook,
  /** A machine that signs its requests: the route's own domain verifies the signature. Reads no session. */
  signed: async (ctx) => ({ ...ctx, via: 'webhook' }),
  /** A seller's program with a token: the route's own domain verifies it in `load`. Reads no session. */
  token: async (ctx) => ({ ...ctx, via: 'mcp' }),
} satisfies Record<string, Guard>;

export type Auth = keyof typeof guards;
/** Guards that a browser passes with its cookie or without any. The same-origin rule protects them. */
export const browserAuths = ['public', 'optional', 'session', 'admin', 'superadmin'] as const satisfies readonly Auth[];
