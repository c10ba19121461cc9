import type { Context } from '#lib/context/context.ts';
import type { Spent } from '#lib/context/ports/limits.ts';
import { hasRank } from '#lib/context/values.ts';
import { rateLimited } from '#lib/core/errors.ts';
import { networkOf } from '#lib/core/ip.ts';
import type { RequestHead } from '#lib/core/request-head.ts';

type Group = {
  readonly limit: number;
  readonly windowSeconds: number;
  /** The higher limit of admins, where they have one. */
  readonly forAdmins?: number;
  /**
   * `client`: per network address, also for signed-in callers. `token`: per token of a program, counted by
   * `spendByToken`.
   */
  readonly by?: 'client' | 'token';
  /**
   * Counts only callers other than our own pages. A program can pretend to be a page, but the wider group still
   * limits it.
   */
  readonly only?: 'foreign';
  /** The wider group in which each call counts as well. */
  readonly within?: string;
};

/** How often one caller may use each group of routes. Routes without a group are not limited. */
export const rateLimits = {
  cart: { limit: 120, windowSeconds: 60 },
  orders: { limit: 60, windowSeconds: 60 },
  /** Wishlists and waiting for sold-out products. */
  wishlist: { limit: 120, windowSeconds: 60 },
  referral: { limit: 10, windowSeconds: 60 },
  payments: { limit: 60, windowSeconds: 60 },
  /** Questions to the product agent. */
  'agent-chat': { limit: 20, windowSeconds: 60 },
  'vendor-orders': { limit: 120, windowSeconds: 60 },
  'payment-status': { limit: 120, windowSeconds: 60 },
  /** Products, stock, families, delivery options and profiles of vendors. */
  'catalog-write': { limit: 120, windowSeconds: 60 },
  'payout-change': { limit: 5, windowSeconds: 86_400 },
  'payout-read': { limit: 20, windowSeconds: 3_600 },
  /** The tools of sellers' programs. */
  'vendor-tooling': { limit: 120, windowSeconds: 60, by: 'token' },
  'conversation-create': { limit: 60, windowSeconds: 60 },
  'message-send': { limit: 300, windowSeconds: 60 },
  /** Edits, deletions, reactions and actions on messages together. */
  'message-act': { limit: 120, windowSeconds: 60 },
  typing: { limit: 60, windowSeconds: 60 },
  callbacks: { limit: 600, windowSeconds: 60, by: 'client' },
  'mail-webhook': { limit: 600, windowSeconds: 60, by: 'client' },
  /** Files of digital products, by their buyers. */
  downloads: { limit: 60, windowSeconds: 60 },
  'product-import': { limit: 5, windowSeconds: 3_600 },
  'call-invite': { limit: 6, windowSeconds: 60 },
  'call-event': { limit: 300, windowSeconds: 60 },
  reports: { limit: 20, windowSeconds: 3_600 },
  reviews: { limit: 10, windowSeconds: 3_600 },
  helpful: { limit: 60, windowSeconds: 60 },
  appeals: { limit: 3, windowSeconds: 86_400 },
  verification: { limit: 10, windowSeconds: 3_600 },
  'verification-evidence': { limit: 20, windowSeconds: 3_600 },
  exports: { limit: 10, windowSeconds: 60 },
  uploads: { limit: 20, windowSeconds: 60 },
  /** Pictures of products, logos and reviews. */
  media: { limit: 30, windowSeconds: 60 },
  tunnel: { limit: 60, windowSeconds: 60 },
  'tunnel-poll': { limit: 300, windowSeconds: 60 },
  'sign-in-start': { limit: 20, windowSeconds: 3_600, by: 'client' },
  'sign-in-verify': { limit: 10, windowSeconds: 60, by: 'client' },
  notifications: { limit: 100, windowSeconds: 60, forAdmins: 500 },
  'notifications-bulk': { limit: 10, windowSeconds: 60, within: 'notifications' },
  'notifications-test': { limit: 5, windowSeconds: 60, within: 'notifications' },
  /** Web vitals, errors of pages and reports of the content policy. */
  'analytics-collect': { limit: 30, windowSeconds: 60, by: 'client' },
  /** Pages of HTML, counted in each process separately (services/run/page-limit.ts). */
  pages: { limit: 600, windowSeconds: 60, by: 'client' },
  /** Pictures for sharing. */
  og: { limit: 60, windowSeconds: 60, by: 'client' },
  'push-registration': { limit: 10, windowSeconds: 60, only: 'foreign', within: 'notifications' },
} as const satisfies Record<string, Group>;

export type RateLimitGroup = keyof typeof rateLimits;
const groups: Readonly<Record<string, Group>> = rateLimits;

/**
 * Counts this call in its group and in the wider ones, and sets the headers of the narrowest that applies. Throws
 * RateLimitError above the limit. Such a call counts in none of the wider groups.
 */
export async function spendLimit(
  ctx: Context,
  name: RateLimitGroup,
  request: Pick<RequestHead, 'headers'>,
  reply: Pick<Headers, 'set'>,
): Promise<void> {
  let hasHeaders = false;
  for (let next: string | undefined = name; next !== undefined; next = groups[next]?.within) {
    const group = groups[next];
    if (!group || (group.only === 'foreign' && isOwnPage(request))) continue;
    const spent = await spend(ctx, next, group);
    if (!hasHeaders || !spent.allowed) setLimitHeaders(reply, spent);
    hasHeaders = true;
    if (!spent.allowed) throw rateLimited('Too many requests; wait a moment', spent.resetSeconds);
  }
}

export const isByToken = (name: RateLimitGroup): boolean => groups[name]?.by === 'token';

/** Counts a call in the group of a token that is verified, and sets its headers. Throws RateLimitError above the limit. */
export async function spendByToken(
  { limits }: Pick<Context, 'limits'>,
  name: RateLimitGroup,
  tokenId: string,
  reply: Pick<Headers, 'set'>,
): Promise<void> {
  const { limit, windowSeconds } = rateLimits[name];
  const spent = await limits.spend(`${name}:token:${tokenId}`, limit, windowSeconds);
  setLimitHeaders(reply, spent);
  if (!spent.allowed) throw rateLimited('Too many requests; wait a moment', spent.resetSeconds);
}

/** Counts a call that did not arrive as a request, in the same group as requests. */
export async function spendQuietly(ctx: Context, name: RateLimitGroup): Promise<void> {
  const { allowed, resetSeconds } = await spend(ctx, name, rateLimits[name]);
  if (!allowed) throw rateLimited('Too many requests; wait a moment', resetSeconds);
}

const isOwnPage = ({ headers }: Pick<RequestHead, 'headers'>): boolean =>
  headers.get('sec-fetch-site') === 'same-origin';

function spend(ctx: Context, name: string, group: Group): Promise<Spent> {
  const caller = group.by === 'client' || !ctx.user ? `client:${clientKey(ctx)}` : `user:${ctx.user.id}`;
  const isAdmin = ctx.user !== null && hasRank(ctx.user.role, 'admin');
  const limit = (isAdmin && group.forAdmins) || group.limit;
  return ctx.limits.spend(`${name}:${caller}`, limit, group.windowSeconds);
}

function setLimitHeaders(reply: Pick<Headers, 'set'>, { limit, remaining, resetSeconds }: Spent): void {
  reply.set('x-ratelimit-limit', String(limit));
  reply.set('x-ratelimit-remaining', String(remaining));
  reply.set('x-ratelimit-reset', String(resetSeconds));
}

/** A holder of one IPv6 address has a whole network of them. */
const clientKey = ({ client: { address } }: Context): string => networkOf(address, { v4: 4, v6: 4 }) ?? address;
