import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { atOnce } from '#tests/support/at-once.ts';
import { anotherShopper, placeOrder } from '#tests/support/paying.ts';
import { RIVAL_ID, sharedShop } from '#tests/support/shared-order.ts';
import { readWorld } from '#tests/support/world.ts';
import { suspendVendor } from './suspend.ts';

const TIMES = 5;
const STOCK = 10;
const reason = 'The goods are not as described';

describe('a suspension at the same moment as', () => {
  it('two checkouts leaves no unpaid order of the seller, and every unit where it was', async () => {
    for (let n = 0; n < TIMES; n++) {
      const { buyer, admin } = await sharedShop();
      const other = await anotherShopper(buyer);

      const [suspended] = await atOnce([
        () => suspendVendor(admin, RIVAL_ID, { reason }),
        () => placeOrder(buyer, { vase: 2, mug: 1 }),
        () => placeOrder(other, { vase: 3 }),
      ]);
      await expect(placeOrder(other, { vase: 1 })).rejects.toMatchObject({ status: 409 });
      await buyer.drain();
      // An order keeps its units for some minutes longer than stated.
      buyer.clock.advance(DAY_MS);
      await expireOrders(buyer);

      const world = await readWorld(buyer.data);
      expect(suspended).toBe(200);
      expect(world.orders.filter(({ data }) => data.status === 'new')).toEqual([]);
      expect(world.levels.map(({ data }) => [data.onHand, data.held])).toEqual([
        [STOCK, 0],
        [STOCK, 0],
      ]);
      expect([...auditStock(world), ...auditOrders(world), ...auditMoney(world)]).toEqual([]);
    }
  });

  it('two payments takes the money of each paid order once, and the seller still owes those goods', async () => {
    for (let n = 0; n < TIMES; n++) {
      const { buyer, admin } = await sharedShop();
      const other = await anotherShopper(buyer);
      const [mine, theirs] = [await placeOrder(buyer, { vase: 2 }), await placeOrder(other, { vase: 3 })];

      const [suspended, ...paid] = await atOnce([
        () => suspendVendor(admin, RIVAL_ID, { reason }),
        () => payByCredit(buyer, mine.id),
        () => payByCredit(other, theirs.id),
      ]);
      await buyer.drain();
      buyer.clock.advance(DAY_MS);
      await expireOrders(buyer);

      const world = await readWorld(buyer.data);
      const sold = world.orders.flatMap(({ data }) => (data.status === 'paid' ? data.lines : []));
      expect(suspended).toBe(200);
      expect(world.orders.filter(({ data }) => data.status === 'paid')).toHaveLength(
        paid.filter((status) => status === 200).length,
      );
      expect(world.entries.filter(({ data }) => data.kind === 'capture')).toHaveLength(sold.length);
      const vases = world.levels.find(({ id }) => id === 'vase')?.data;
      expect((vases?.onHand ?? 0) - (vases?.held ?? 0)).toBe(STOCK - sold.reduce((sum, { qty }) => sum + qty, 0));
      expect([...auditStock(world), ...auditOrders(world), ...auditMoney(world)]).toEqual([]);
    }
  });
});
