import { ModerationCases, VerificationProcedures } from '#lib/admin/collections.ts';
import type { PlatformStats } from '#lib/admin/schemas/platform-stats.ts';
import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { roles } from '#lib/context/values.ts';
import { DAY_MS, dayOf } from '#lib/core/time.ts';
import type { AnalyticsRange } from '#lib/crm/analytics/values.ts';
import { EmailDrafts, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import type { Collection } from '#lib/data/collection.ts';
import { Conversations, Messages } from '#lib/messaging/collections.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { Orders, Products, Vendors } from '#lib/store/collections.ts';
import { isListed } from '#lib/store/products/listing.ts';
import { everyEffect, everyRow } from '#tests/support/world.ts';

const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;
const MOST = 500;

/** Computes the statistics of a range from all rows, without the product's indexes, days or caches. */
export async function platformByHand(ctx: Context, range: AnalyticsRange): Promise<Omit<PlatformStats, 'generatedAt'>> {
  const all = async <T extends object>(of: Collection<T>) => (await everyRow(ctx.data, of)).map(({ data }) => data);
  const dates = Array.from({ length: lengths[range] }, (_, n) => dayOf(new Date(ctx.now().getTime() - n * DAY_MS)));
  dates.reverse();
  const within = (at: string | null): boolean => at !== null && dates.includes(dayOf(at));
  const count = <K extends string>(keys: readonly K[], values: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length])) as Record<K, number>;

  const everyUser = await all(Users);
  const users = everyUser.filter(({ status }) => status !== 'deleted');
  const everyOrder = await all(Orders);
  const orders = everyOrder.filter(({ createdAt }) => within(createdAt));
  const everyMessage = (await all(Messages)).filter(({ type }) => type !== 'system');
  const messages = everyMessage.filter(({ createdAt }) => within(createdAt));
  const attempts = await all(PaymentTransactions);
  const paid = attempts.filter(({ purpose, excess }) => purpose === 'store_order' && !excess);
  const products = (await all(Products)).filter(({ status }) => status !== 'archived');
  const vendors = new Map((await everyRow(ctx.data, Vendors)).map(({ id, data }) => [id, data]));
  const listed = products.filter((product) => isListed(product, vendors.get(product.vendorId), ctx.env)).length;
  const threads = await all(EmailThreads);
  return {
    range: { from: dates[0] ?? '', to: dates.at(-1) ?? '' },
    users: {
      total: users.length,
      byRole: count(
        roles,
        users.map(({ role }) => role),
      ),
      verified: users.filter(({ isVerified }) => isVerified).length,
      new: everyUser.filter(({ createdAt }) => within(createdAt)).length,
      active: users.filter(({ lastSeenAt }) => within(lastSeenAt)).length,
    },
    orders: {
      total: everyOrder.length,
      new: orders.length,
      byStatus: count(
        orderStatuses,
        orders.map(({ status }) => status),
      ),
    },
    revenue: [...new Set(paid.map(({ currency }) => currency))].sort().flatMap((currency) => {
      const same = paid.filter((row) => row.currency === currency);
      const [bought, returned] = [
        same.filter((row) => within(row.paidAt)),
        same.filter((row) => within(row.refundedAt)),
      ];
      const sum = (rows: typeof same): number => rows.reduce((total, row) => total + row.amountMinor, 0);
      if (bought.length + returned.length === 0) return [];
      return [
        {
          ...{ currency, amountMinor: sum(bought), orders: bought.length },
          ...{ refundedMinor: sum(returned), refunds: returned.length },
        },
      ];
    }),
    products: { listed, unlisted: products.length - listed },
    conversations: {
      total: (await all(Conversations)).filter(({ deletedAt }) => deletedAt === null).length,
      messages: messages.length,
    },
    mail: {
      threadsOpen: threads.filter(
        ({ status, mergedInto, erasedAt }) => status !== 'resolved' && mergedInto === null && erasedAt === null,
      ).length,
      draftsPending: (await all(EmailDrafts)).filter(({ status }) => status === 'pending').length,
      tasksOverdue: (await all(EmailTasks)).filter(({ status }) => status === 'overdue').length,
    },
    queues: {
      verification: (await all(VerificationProcedures)).filter(({ isOpen }) => isOpen).length,
      moderation: (await all(ModerationCases)).filter(({ status }) => status === 'open').length,
      appeals: (await all(ModerationCases)).filter(({ appealState }) => appealState === 'open').length,
      outboxDead: (await everyEffect(ctx.data)).filter(({ data }) => data.status === 'dead').length,
      refundsPending: Math.min(MOST, attempts.filter(({ refundState }) => refundState === 'pending').length),
    },
    daily: dates.map((date) => ({
      date,
      newUsers: everyUser.filter(({ createdAt }) => dayOf(createdAt) === date).length,
      orders: everyOrder.filter(({ createdAt }) => dayOf(createdAt) === date).length,
      messages: everyMessage.filter(({ createdAt }) => dayOf(createdAt) === date).length,
    })),
  };
}
