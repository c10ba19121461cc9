import { describe, expect, it } from 'vitest';
import { Orders } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { buyOfBoth, orderOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { shipPart } from './move-part.ts';
import { refusePart } from './refuse-part.ts';
import { listVendorOrders, readVendorOrder } from './vendor-order.ts';

const rivals = { vendorId: RIVAL_ID, isOther: false };
const branch: OrderPart['delivery'] = {
  optionId: 'opt_1',
  name: 'Post',
  method: 'branch',
  point: 'Branch 7',
  amountMinor: 0,
  minDays: 1,
  maxDays: 2,
  expectedFrom: null,
  expectedTo: null,
};

/** An order of two sellers, whose second part its buyer collects from a branch. */
async function collected() {
  const shop = await sharedShop();
  const id = await buyOfBoth(shop.buyer);
  const { parts } = await orderOf(shop.buyer, id);
  const withBranch = parts.map((part) => (part.vendorId === RIVAL_ID ? { ...part, delivery: branch } : part));
  await shop.buyer.data.batch((write) => write.update(Orders, id, { parts: withBranch }));
  const shown = async () => {
    const [listed] = (await listVendorOrders(shop.rival, RIVAL_ID, { limit: 5 })).orders;
    const read = await readVendorOrder(shop.rival, RIVAL_ID, id);
    expect(listed?.part).toEqual(read.part);
    return read.part.delivery;
  };
  return { shop, id, shown };
}

describe('the branch where a buyer collects a part', () => {
  it('is shown to its seller while the part is on its way', async () => {
    const { shop, id, shown } = await collected();
    expect(await shown()).toMatchObject({ name: 'Post', point: 'Branch 7' });
    await shipPart(shop.rival, rivals, id, {});
    expect(await shown()).toMatchObject({ point: 'Branch 7' });
  });

  it.each<[string, (shop: SharedShop, id: string) => Promise<unknown>]>([
    ['refused', ({ rival }, id) => refusePart(rival, rivals, id, { code: 'other', reason: 'It broke' })],
    ['canceled with its order', ({ admin }, id) => changeOrderStatus(admin, id, { status: 'canceled' })],
    [
      'received',
      async ({ buyer, rival }, id) => {
        await shipPart(rival, rivals, id, {});
        await receiveOwnOrder(buyer, id, RIVAL_ID);
      },
    ],
  ])('is no longer shown to its seller once the part is %s', async (_, end) => {
    const { shop, id, shown } = await collected();
    await end(shop, id);

    expect(await shown()).toMatchObject({ name: 'Post', method: 'branch', point: null });
  });
});
