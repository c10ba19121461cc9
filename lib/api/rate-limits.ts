import type { Context } from '#lib/core/context.ts';
import { rateLimited } from '#lib/core/errors.ts';
import { networkOf } from '#lib/core/ip.ts';

type Group = {
  readonly limit: number;
  readonly windowSeconds: number;
  /** `client`: per network address, also for signed-in callers. */
  readonly by?: 'client';
};

/** How often one caller may use each group of routes. Routes that name no group are not limited. */
export const rateLimits = {
  cart: { limit: 120, windowSeconds: 60 },
  orders: { limit: 60, windowSeconds: 60 },
  payments: { limit: 60, windowSeconds: 60 },
  'payment-status': { limit: 120, windowSeconds: 60 },
  'conversation-create': { limit: 60, windowSeconds: 60 },
  'message-send': { limit: 300, windowSeconds: 60 },
  /** Edits, deletions, reactions and actions on messages together. */
  'message-act': { limit: 120, windowSeconds: 60 },
  typing: { limit: 60, windowSeconds: 60 },
  notifications: { limit: 100, windowSeconds: 60 },
  'notifications-bulk': { limit: 10, windowSeconds: 60 },
  'notifications-test': { limit: 5, windowSeconds: 60 },
  callbacks: { limit: 600, windowSeconds: 60, by: 'client' },
  'mail-webhook': { limit: 600, windowSeconds: 60, by: 'client' },
  'call-invite': { limit: 6, windowSeconds: 60 },
  'call-event': { limit: 300, windowSeconds: 60 },
  reports: { limit: 20, windowSeconds: 3_600 },
  uploads: { limit: 20, windowSeconds: 60 },
  'sign-in-start': { limit: 20, windowSeconds: 3_600, by: 'client' },
  'sign-in-verify': { limit: 10, windowSeconds: 60, by: 'client' },
} as const satisfies Record<string, Group>;

export type RateLimitGroup = keyof typeof rateLimits;

/** Counts this call and answers what the caller is told of it; a call too many is a RateLimitError. */
export async function spendLimit(ctx: Context, name: RateLimitGroup, headers: Headers): Promise<void> {
  const group: Group = rateLimits[name];
  const caller = group.by === 'client' || !ctx.user ? `client:${clientKey(ctx)}` : `user:${ctx.user.id}`;
  const spent = await ctx.limits.spend(`${name}:${caller}`, group.limit, group.windowSeconds);

  headers.set('x-ratelimit-limit', String(spent.limit));
  headers.set('x-ratelimit-remaining', String(spent.remaining));
  headers.set('x-ratelimit-reset', String(spent.resetSeconds));
  if (!spent.allowed) throw rateLimited('Too many calls; wait a moment', spent.resetSeconds);
}

/** Who has one IPv6 address has a whole network of them. */
const clientKey = ({ client: { address } }: Context): string => networkOf(address, { v4: 4, v6: 4 }) ?? address;
