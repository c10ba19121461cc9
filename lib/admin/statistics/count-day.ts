import type { PlatformDay, Revenue } from '#lib/admin/schemas/platform-stats.ts';
import type { Context } from '#lib/context/context.ts';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { countEach, spanOfDay } from '#lib/crm/analytics/count-day.ts';
import type { Span } from '#lib/crm/analytics/queries.ts';
import { messageTypes } from '#lib/messaging/values.ts';
import { messagesSent, ordersCreated, paymentInNextCurrency, paymentsWithin, usersCreated } from './queries.ts';

type Reader = Pick<Context, 'data' | 'now'>;

const typesOfPeople = messageTypes.filter((type) => type !== 'system');

/** Counts one UTC day from its current rows, by indexes alone. `currencies` are those in which orders were ever paid. */
export async function countDay(
  { data, now }: Reader,
  date: string,
  currencies: readonly string[],
): Promise<PlatformDay> {
  const span = spanOfDay(date);
  const [newUsers, orders, messages, revenue] = await Promise.all([
    data.count(usersCreated(span)),
    countEach(orderStatuses, (status) => data.count(ordersCreated(status, span))),
    Promise.all(typesOfPeople.map((type) => data.count(messagesSent(type, span)))),
    Promise.all(currencies.map((currency) => revenueIn({ data }, currency, span))),
  ]);
  return {
    date,
    newUsers,
    orders,
    messages: messages.reduce((sum, count) => sum + count, 0),
    revenue: revenue.filter(({ orders: paid, refunds }) => paid + refunds > 0),
    computedAt: now().toISOString(),
  };
}

async function revenueIn({ data }: Pick<Context, 'data'>, currency: string, span: Span): Promise<Revenue> {
  const [paid, refunded] = [paymentsWithin('paidAt', currency, span), paymentsWithin('refundedAt', currency, span)];
  const [amountMinor, orders, refundedMinor, refunds] = await Promise.all([
    data.sum(paid, 'amountMinor'),
    data.count(paid),
    data.sum(refunded, 'amountMinor'),
    data.count(refunded),
  ]);
  return { currency, amountMinor, orders, refundedMinor, refunds };
}

/** Returns every currency in which an order was ever paid, also one that the shop no longer sells in. */
export async function currenciesPaid({ data }: Pick<Context, 'data'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const { rows } = await data.find(paymentInNextCurrency(found.at(-1) ?? ''));
    const currency = rows[0]?.data.currency;
    if (currency === undefined) return found;
    found.push(currency);
  }
}
