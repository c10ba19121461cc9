import { z } from 'zod';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { roles } from '#lib/context/values.ts';
import { currencyCode } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import { byName } from '#lib/crm/schemas/analytics.ts';

const count = z.int().nonnegative();
const day = z.iso.date();

/** The payments for orders in one currency, by when they were paid, and by when they were refunded. */
export const revenue = z.object({
  currency: currencyCode,
  amountMinor: count,
  orders: count,
  refundedMinor: count,
  refunds: count,
});
export type Revenue = z.infer<typeof revenue>;

export const ordersByStatus = byName(orderStatuses);

/** The figures of one UTC day, counted from its rows. The id is the day. */
export const platformDay = z.object({
  date: day,
  newUsers: count,
  /** Orders created on the day, by their status when the day was counted. */
  orders: ordersByStatus,
  revenue: z.array(revenue),
  /** Messages of people. Those of the system are left out. */
  messages: count,
  computedAt: isoTime,
});
export type PlatformDay = z.infer<typeof platformDay>;

const users = z.object({
  total: count,
  byRole: byName(roles),
  verified: count,
});
const products = z.object({ listed: count, unlisted: count });

/** The figures that belong to no day. */
export const platformNow = z.object({
  users: users.extend({ active: byName(analyticsRanges) }),
  orders: count,
  products,
  conversations: count,
  computedAt: isoTime,
});
export type PlatformNow = z.infer<typeof platformNow>;

/** The response of the statistics of the platform. */
export const platformStats = z
  .object({
    range: z.object({ from: day, to: day }),
    generatedAt: isoTime,
    users: users.extend({ new: count, active: count }),
    orders: z.object({ total: count, new: count, byStatus: ordersByStatus }),
    revenue: z.array(revenue),
    products,
    conversations: z.object({ total: count, messages: count }),
    /** Counted up to 500. */
    mail: z.object({ threadsOpen: count, draftsPending: count, tasksOverdue: count }),
    /** Counted up to 500. */
    queues: z.object({
      verification: count,
      moderation: count,
      appeals: count,
      outboxDead: count,
      refundsPending: count,
    }),
    daily: z.array(z.object({ date: day, newUsers: count, orders: count, messages: count })),
  })
  .meta({ id: 'PlatformStats' });
export type PlatformStats = z.infer<typeof platformStats>;
