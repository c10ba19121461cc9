import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { isLong } from '#tests/support/form.ts';
import { holdCart, payByCredit, placeOrder, saveCart } from '#tests/support/purchase.ts';
import { isBuilt } from '#tests/support/server.ts';
import { owed } from '#tests/support/world.ts';
import { copyOf, insistentShopper, openShop, type Shop, stockShop, worldAfterSweep } from './shop-under-fault.ts';
import { begin } from './stories.ts';

/** The points at which a purchase can be cut: in a call of the shopper, or in an effect that follows one. */
const shortPoints = ['hold.after_commit', 'paid.after_commit'] as const;
const longPoints = [
  'hold.before_commit',
  'checkout.after_order',
  'outbox.after_effect',
  'payment.before_answer',
  'stock.compact_half',
] as const;
const points = isLong ? [...shortPoints, ...longPoints] : shortPoints;

const QTY = 2;
const STOCK = 5;

/** Makes a purchase on a server that dies at a point; each story has a folder of its own. */
async function buyUnderFault(shop: Shop, at: (typeof points)[number]): Promise<void> {
  const own = copyOf(shop);
  const [productId = ''] = own.productIds;
  const [buyer] = own.buyers;
  if (!buyer) throw new Error('the shop has no buyer');
  const shopper = insistentShopper(own, await openShop(own, at));

  await shopper.ask((client) => saveCart(client, buyer, [{ id: productId, qty: QTY }]));
  await shopper.ask((client) => holdCart(client, buyer));
  const placed = await shopper.ask((client) => placeOrder(client, buyer, `crash-${at}`));
  const { order } = JSON.parse(placed.body) as { order: { id: string; totalMinor: number } };
  const paid = await shopper.ask((client) => payByCredit(client, buyer, order.id));
  // Effects run beside the calls, so the server may die after the last call.
  if (shopper.deaths() === 0) await shopper.revive();
  await shopper.close();
  const world = await worldAfterSweep(own);
  own.close();

  // A payment whose response was lost gets 409 on the second try, because it is already paid.
  expect([200, 409]).toContain(paid.status);
  expect(shopper.deaths()).toBe(1);
  expect(world.orders.map(({ data }) => [data.status, data.payState, data.stockState])).toEqual([
    ['paid', 'paid', 'sold'],
  ]);
  expect(world.entries.filter(({ data }) => data.kind === 'capture')).toHaveLength(1);
  const level = world.levels.find(({ id }) => id === productId)?.data;
  expect([level?.onHand, level?.held]).toEqual([STOCK - QTY, 0]);
  expect(owed(world)).toEqual([]);
  expect([...auditMoney(world), ...auditOrders(world), ...auditStock(world)]).toEqual([]);
}

describe.skipIf(!isBuilt)('a purchase on a killed server', () => {
  let shop: Shop;
  let ends = new Map<string, Promise<void>>();
  beforeAll(async () => {
    shop = await stockShop({ stock: STOCK });
    ends = begin(Object.fromEntries(points.map((at) => [at, () => buyUnderFault(shop, at)])), 3);
  });
  afterAll(() => shop.close());

  it.each(points)('at %s ends as one order, paid once, with its stock sold once', (at) => ends.get(at));
});
