import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { before } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { Orders } from '#lib/store/collections.ts';
import { ORDER_GRACE_MS } from '#lib/store/limits.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { isLong } from '#tests/support/form.ts';
import { auditGateway } from '#tests/support/gateway-books.ts';
import { type Buyer, buy, holdCart, payByCard, placeOrder, saveCart } from '#tests/support/purchase.ts';
import { freePort, isBuilt } from '#tests/support/server.ts';
import { owed } from '#tests/support/world.ts';
import { bankOf, followedUp } from './card-shop.ts';
import { copyOf, insistentShopper, openShop, runtimeOf, type Shop, stockShop } from './shop-under-fault.ts';

const ORDERS = 12;
/** All units of each product: a late buyer finds none. */
const STOCK = 2;

type Shopper = ReturnType<typeof insistentShopper>;

/** Orders all units of a product, and opens a page for it at the gateway that has since expired. */
async function startOrder(shopper: Shopper, buyer: Buyer, id: string) {
  await shopper.ask((client) => saveCart(client, buyer, [{ id, qty: STOCK }]));
  await shopper.ask((client) => holdCart(client, buyer));
  const placed = await shopper.ask((client) => placeOrder(client, buyer));
  const { order } = JSON.parse(placed.body) as { order: { id: string } };
  const started = await shopper.ask((client) => payByCard(client, buyer, order.id));
  const { orderReference } = JSON.parse(started.body) as { orderReference: string };
  return { orderId: order.id, reference: orderReference };
}

/** Makes orders look older, so that the next sweep treats their holds as expired. */
const letHoldsEnd = ({ data, now }: Runtime, orderIds: readonly string[]) =>
  data.tx(async (t) => {
    await t.getMany(Orders, orderIds);
    for (const id of orderIds) t.update(Orders, id, { holdExpiresAt: before(now(), ORDER_GRACE_MS + 1) });
  });

/** One process expires orders while the other hears of their payment, and other buyers want the freed units. */
async function race(stocked: Shop, at?: string) {
  const [web, gateway] = await Promise.all([freePort(), freePort()]);
  const own = copyOf(stocked, { web, gateway });
  const shopper = insistentShopper(own, await openShop(own, at));
  const sweeping = await runtimeOf(own);
  try {
    const bank = bankOf(shopper, gateway);
    const say = (status: string) =>
      Promise.all(orders.map(({ reference }) => bank.tell({ do: 'say', orderReference: reference, status })));
    const orders = await Promise.all(
      own.productIds.map((id, place) => startOrder(shopper, own.buyers[place] as Buyer, id)),
    );
    await say('Expired');
    await bank.untilTold();
    await letHoldsEnd(
      sweeping,
      orders.map(({ orderId }) => orderId),
    );

    const rivals = own.productIds.map((id, place) =>
      shopper.ask((client) => buy(client, own.buyers[ORDERS + place] as Buyer, [{ id, qty: STOCK }])),
    );
    const swept = expireOrders(systemContext(sweeping, newId('request')));
    await Promise.all([say('Approved'), swept, ...rivals]);
    await bank.untilTold();
    await shopper.close();
    return { orders, deaths: shopper.deaths(), ...(await followedUp(own)) };
  } finally {
    await sweeping.data.close();
    await shopper.close();
    own.close();
  }
}

describe.skipIf(!isBuilt || !isLong)('orders that expire at the moment their payment is approved', () => {
  let stocked: Shop;
  beforeAll(async () => {
    stocked = await stockShop({ products: ORDERS, stock: STOCK, buyers: 2 * ORDERS });
  });
  afterAll(() => stocked.close());

  it.each([
    ['that survives', undefined, 0],
    ['that is killed midway', 'webhook.before_commit:20', 1],
  ])('C13 end as paid and sold, or as canceled and refunded, never both, on a server %s', async (_, at, deaths) => {
    const { orders, world, held, ...came } = await race(stocked, at);

    const ends = orders.map(({ orderId, reference }) => {
      const order = world.orders.find(({ id }) => id === orderId)?.data;
      const attempt = world.attempts.find(({ id }) => id === reference)?.data;
      return [order?.status, order?.stockState, order?.payState, attempt?.status, attempt?.excess].join(' ');
    });
    for (const end of ends)
      expect(end).toBeOneOf(['paid sold paid paid false', 'canceled returned refunded refunded true']);
    const sold = world.orders
      .filter(({ data }) => data.stockState === 'sold')
      .map(({ data }) => data.lines[0]?.productId);
    expect(new Set(sold).size).toBe(sold.length);
    expect(came.deaths).toBe(deaths);
    expect(owed(world)).toEqual([]);
    expect(auditGateway(held, world)).toEqual([]);
    expect([...auditMoney(world), ...auditOrders(world), ...auditStock(world)]).toEqual([]);
  });
});
