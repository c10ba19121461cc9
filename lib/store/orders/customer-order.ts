import { emailKeyOf } from '#lib/auth/email-key.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import type { CustomerOrders, OrderFacts } from '#lib/context/ports/orders.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { amountText } from '#lib/core/money.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { OrderNumbers, Orders } from '#lib/store/collections.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';

/** An order older than this is not assumed when a mail names no number. */
const LATELY_MS = 60 * DAY_MS;

const factsOf = ({ number, status, totalMinor, currency, parts }: Order): OrderFacts => ({
  number,
  status,
  amount: amountText(totalMinor, currency),
  currency,
  trackingUrl: parts.find(({ trackingUrl }) => trackingUrl !== null)?.trackingUrl ?? null,
});

/**
 * Opens the look-up of orders for replies to customers. An order belongs to the sender when its contact or its account
 * has the sender's address. Anyone may write a number into a mail, and must not learn from it what another person
 * bought.
 */
export function openCustomerOrders({ data, now }: Pick<Runtime, 'data' | 'now'>): CustomerOrders {
  async function byNumber(number: string): Promise<Row<Order> | undefined> {
    const claim = await data.get(OrderNumbers, number);
    return claim && (await data.get(Orders, claim.data.orderId));
  }

  async function onlyRecentOrder(userId: string): Promise<OrderFacts | null> {
    const since = before(now(), LATELY_MS);
    const { rows } = await data.find(ordersNewestFirst({ userId }, 2));
    const [order, ...olderOrders] = rows.filter(({ data: { createdAt } }) => createdAt >= since);
    return order && olderOrders.length === 0 ? factsOf(order.data) : null;
  }

  return {
    find: async ({ email, number }) => {
      const emailKey = emailKeyOf(email);
      if (emailKey === null) return null;
      const user = await findUserByEmail(data, email);
      if (number === null) return user ? onlyRecentOrder(user.id) : null;
      const order = await byNumber(number);
      if (!order) return null;
      const isTheirs = order.data.userId === user?.id || emailKeyOf(order.data.contact.email) === emailKey;
      return isTheirs ? factsOf(order.data) : null;
    },
  };
}
