import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { migrateSlice } from '#lib/data/migrate-documents.ts';
import { Orders } from '#lib/store/collections.ts';
import { shipPart } from '#lib/store/parts/move-part.ts';
import { refundPart } from '#lib/store/parts/refund-part.ts';
import type { TestContext } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { buyOfBoth, orderOf, RIVAL_ID, sharedShop } from '#tests/support/shared-order.ts';
import { completeOrders } from './order-completion.ts';

async function shippedOrder() {
  const shop = await sharedShop();
  const id = await buyOfBoth(shop.buyer, { vase: 1 });
  await shipPart(shop.rival, { vendorId: RIVAL_ID, isOther: false }, id, {});
  return { shop, id };
}

async function upgradeAll(ctx: TestContext): Promise<void> {
  let cursor: string | null = null;
  do ({ cursor } = await migrateSlice(ctx, cursor));
  while (cursor !== null);
}

async function rowsReadBy(ctx: TestContext): Promise<number> {
  const { data, rowsRead } = countRows(ctx.data);
  await completeOrders({ ...ctx, data });
  return rowsRead();
}

describe('orders that time completes', () => {
  it('are found without a due time while older documents may be stored', async () => {
    const { shop, id } = await shippedOrder();
    const { buyer } = shop;
    await buyer.data.batch((write) => write.update(Orders, id, { nextPartDueAt: null }));
    buyer.clock.advance(15 * DAY_MS);
    // A database that does not upgrade its documents while it opens.
    const upgrades = { ...buyer.data.upgrades, collections: [Orders] };

    await completeOrders({ ...buyer, data: { ...buyer.data, upgrades } });

    expect((await orderOf(buyer, id)).status).toBe('completed');
  });

  it('cost no reading of refunded orders, which stay shipped for ever, once all documents are upgraded', async () => {
    const { shop, id } = await shippedOrder();
    const { buyer, admin } = shop;
    await refundPart(admin, id, RIVAL_ID, 'The parcel was lost');
    await upgradeAll(buyer);
    buyer.clock.advance(2 * DAY_MS);
    await upgradeAll(buyer);
    const young = await rowsReadBy(buyer);
    buyer.clock.advance(20 * DAY_MS);

    expect(await rowsReadBy(buyer)).toBe(young);
    expect((await orderOf(buyer, id)).status).toBe('shipped');
  });
});
