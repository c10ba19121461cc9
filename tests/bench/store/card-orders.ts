import { randomInt } from 'node:crypto';
import type { Client } from '#tests/support/http-client.ts';
import { type Buyer, holdCart, type Line, payByCard, placeOrder, saveCart } from '#tests/support/purchase.ts';
import type { World } from './world.ts';

const AT_ONCE = 10;

/** An order whose page is open at the gateway. */
export type CardOrder = {
  readonly buyer: Buyer;
  readonly orderId: string;
  readonly reference: string;
  readonly page: string;
};

async function startOne(client: Client, buyer: Buyer, lines: readonly Line[]): Promise<CardOrder> {
  await saveCart(client, buyer, lines);
  await holdCart(client, buyer);
  const placed = await placeOrder(client, buyer);
  const { order } = JSON.parse(placed.body) as { order: { id: string } };
  const started = await payByCard(client, buyer, order.id);
  if (started.status !== 200) throw new Error(`a card payment was answered with ${started.status}: ${started.body}`);
  const { orderReference, paymentUrl } = JSON.parse(started.body) as { orderReference: string; paymentUrl: string };
  return { buyer, orderId: order.id, reference: orderReference, page: paymentUrl };
}

/** Creates orders for `count` buyers, a few at a time. Each order has `lines` lines, every line from another vendor. */
export async function startOrders(world: World, client: Client, count: number, lines = 1): Promise<CardOrder[]> {
  const orders: CardOrder[] = [];
  let left = count;
  const lane = async () => {
    while (left-- > 0) {
      const items = world.nextProducts(lines).map((id) => ({ id, qty: 1 }));
      orders.push(await startOne(client, world.nextBuyer(), items));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return orders;
}

/** Sends a callback as a gateway with many addresses does, because the shop limits callbacks per address and minute. */
export function callBack(client: Client, body: string) {
  const from = `203.0.113.${randomInt(256)}`;
  const raw = { type: 'application/x-www-form-urlencoded', text: body };
  return client.call({ method: 'POST', path: '/api/payments/cardgw/webhook', raw, from });
}
