import type { KnownSession } from '#lib/auth/current-user.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import type { RequestHead } from '#lib/core/request-head.ts';
import { type Auth, browserAuths, guards } from './guards.ts';
import { isByToken, type RateLimitGroup, spendLimit } from './rate-limits.ts';
import { assertSameOrigin } from './same-origin.ts';

export type ContextFor<A extends Auth> = A extends 'session' | 'admin' | 'superadmin' ? UserContext : Context;

/** The access rules of a route description. */
export type AccessRules<A extends Auth> = {
  readonly auth: A;
  readonly rateLimit?: RateLimitGroup;
  readonly crossSite?: boolean;
};

type Means = {
  /** Reads the body. An upgrade has none. */
  readonly raw?: () => Promise<Uint8Array>;
  readonly known?: KnownSession;
};
const noBody = async (): Promise<Uint8Array> => new Uint8Array();

/**
 * Admits a caller, or throws the first reason not to: authentication (401, 403), origin (403), rate limit (429).
 * Every route begins with it, and so do the responses in front of the routes. Sets the rate-limit headers on `reply`.
 */
export async function admit<A extends Auth>(
  base: Context,
  { auth, rateLimit, crossSite }: AccessRules<A>,
  asked: RequestHead,
  reply: Pick<Headers, 'set'>,
  { raw, known }: Means = {},
): Promise<ContextFor<A>> {
  const ctx = (await guards[auth](base, asked, raw ?? noBody, known)) as ContextFor<A>;
  if (!crossSite && browserAuths.some((browserAuth) => browserAuth === auth)) assertSameOrigin(ctx.env, asked);
  // A token is known only once its domain has verified it.
  if (rateLimit && !isByToken(rateLimit)) await spendLimit(ctx, rateLimit, asked, reply);
  return ctx;
}

/** Logs a served request without its path, because a caller may have written anything into it. */
export function noteServed(
  { log, requestId }: Pick<Context, 'log' | 'requestId'>,
  served: { readonly method: string; readonly route: string; readonly status: number; readonly fromMs: number },
): void {
  const { fromMs, ...facts } = served;
  log('debug', 'request.served', { requestId, ...facts, ms: Math.round(performance.now() - fromMs) });
}

const errorHeaders = ['deprecation', 'link', 'www-authenticate'];

/**
 * Returns the headers that a failed response keeps: the rate limits, the successor of the route and what it asks a
 * caller to prove, but no cookie.
 */
export const errorHeadersOf = (reply: Headers): Headers =>
  new Headers([...reply].filter(([name]) => name.startsWith('x-ratelimit-') || errorHeaders.includes(name)));
