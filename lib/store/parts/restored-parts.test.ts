import { describe, expect, it } from 'vitest';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { compactStock } from '#lib/store/stock/compaction.ts';
import { stockOf } from '#tests/support/api-shop.ts';
import { soundness } from '#tests/support/part-money.ts';
import { buyOfBoth, orderOf, partOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { answerCancel, requestCancel } from './cancel-request.ts';
import { shipPart, startPart } from './move-part.ts';
import { countOpenParts } from './open-parts.ts';
import { refundPart } from './refund-part.ts';
import { refusePart } from './refuse-part.ts';
import { listVendorOrders } from './vendor-order.ts';

const rivals = { vendorId: RIVAL_ID, isOther: false };
const potters = { vendorId: TEST_VENDOR_ID, isOther: false };
const because = { code: 'out_of_stock', reason: 'The last vase broke' } as const;
const refused = { status: 409, code: 'InvalidTransition' } as const;

const cancel = ({ admin }: SharedShop, id: string) => changeOrderStatus(admin, id, { status: 'canceled' });
const restore = ({ admin }: SharedShop, id: string) => changeOrderStatus(admin, id, { status: 'paid' });

describe('a part that was refunded while its order was canceled, and whose order is restored', () => {
  async function restored() {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await cancel(shop, id);
    await refundPart(shop.admin, id, RIVAL_ID, 'Agreed by phone');
    await restore(shop, id);
    return { shop, id };
  }

  it('moves no more: nobody starts, ships or refuses it, or asks to cancel it', async () => {
    const { shop, id } = await restored();
    const { buyer, rival, admin } = shop;

    await expect(startPart(rival, rivals, id, {})).rejects.toMatchObject(refused);
    await expect(shipPart(rival, rivals, id, {})).rejects.toMatchObject(refused);
    await expect(refusePart(rival, rivals, id, because)).rejects.toMatchObject(refused);
    await expect(requestCancel(buyer, id, { vendorId: RIVAL_ID, reason: 'Too late' })).rejects.toMatchObject(refused);
    await changeOrderStatus(admin, id, { status: 'processing' });
    await changeOrderStatus(admin, id, { status: 'shipped' });

    expect(await partOf(buyer, id, RIVAL_ID)).toMatchObject({ state: 'pending', shippedAt: null });
    expect((await partOf(buyer, id, TEST_VENDOR_ID)).state).toBe('shipped');
    expect(await soundness(shop)).toEqual([]);
  });

  it('holds no units again, and is not listed among what its seller has to ship', async () => {
    const { shop, id } = await restored();
    const { buyer, rival } = shop;

    expect(await stockOf(buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await stockOf(buyer, 'mug')).toEqual({ onHand: 10, held: 2 });
    expect((await countOpenParts(buyer, RIVAL_ID)).count).toBe(0);
    const open = { limit: 20, state: ['pending', 'processing'] } as const;
    expect((await listVendorOrders(rival, RIVAL_ID, open)).orders).toEqual([]);
    const [shown] = (await listVendorOrders(rival, RIVAL_ID, { limit: 20 })).orders;
    expect(shown).toMatchObject({ id, buyer: null, delivery: null });
    expect(await soundness(shop)).toEqual([]);
  });

  it('does not keep the rest of the order from its end', async () => {
    const { shop, id } = await restored();
    await shipPart(shop.potter, potters, id, {});

    expect((await orderOf(shop.buyer, id)).status).toBe('shipped');
    expect(await soundness(shop)).toEqual([]);
  });

  it('lets the refusal of the other part cancel the order and return its units', async () => {
    const { shop, id } = await restored();
    await refusePart(shop.potter, potters, id, because);

    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'canceled', stockState: 'returned' });
    expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 0 });
    expect(await soundness(shop)).toEqual([]);
  });

  it('stays out when the order is canceled and restored once more', async () => {
    const { shop, id } = await restored();
    await cancel(shop, id);
    expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 0 });
    await restore(shop, id);

    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 2 });
    expect(await soundness(shop)).toEqual([]);
  });

  it('ends the cancel request of its buyer: what they asked for has happened', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await requestCancel(shop.buyer, id, { vendorId: RIVAL_ID, reason: 'Too late' });
    await cancel(shop, id);
    await refundPart(shop.admin, id, RIVAL_ID, 'Agreed by phone');
    await restore(shop, id);

    expect((await partOf(shop.buyer, id, RIVAL_ID)).cancelRequest?.state).toBe('accepted');
    await expect(answerCancel(shop.rival, rivals, id, { accept: false })).rejects.toMatchObject(refused);
    expect(await orderOf(shop.buyer, id)).toMatchObject({ nextPartDueAt: null });
    expect(await soundness(shop)).toEqual([]);
  });
});

describe('a part of a canceled order', () => {
  it('is not listed or counted as to ship, and is again when the order is restored', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    const open = { limit: 20, state: ['pending', 'processing'] } as const;
    const listed = async (asked: Parameters<typeof listVendorOrders>[2]) =>
      (await listVendorOrders(shop.rival, RIVAL_ID, asked)).orders.length;
    const { number } = await orderOf(shop.buyer, id);
    await cancel(shop, id);

    expect(await countOpenParts(shop.buyer, RIVAL_ID)).toEqual({ count: 0, isMore: false, oldestPaidAt: null });
    expect([await listed(open), await listed({ ...open, search: number }), await listed({ limit: 20 })]).toEqual([
      0, 0, 1,
    ]);
    await restore(shop, id);

    expect((await countOpenParts(shop.buyer, RIVAL_ID)).count).toBe(1);
    expect([await listed(open), await listed({ ...open, search: number })]).toEqual([1, 1]);
    expect(await soundness(shop)).toEqual([]);
  });

  it('is still listed among those that were sent', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await shipPart(shop.rival, rivals, id, {});
    await cancel(shop, id);

    const sent = await listVendorOrders(shop.rival, RIVAL_ID, { limit: 20, state: ['shipped'] });
    expect(sent.orders.map((order) => order.id)).toEqual([id]);
  });
});

describe('an order that is canceled after one of its parts was sent', () => {
  async function halfSent() {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await shipPart(shop.potter, potters, id, {});
    await cancel(shop, id);
    return { shop, id };
  }

  it('returns the units of the parts that were not sent, and keeps what has left its seller as sold', async () => {
    const { shop, id } = await halfSent();

    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 2 });
    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'canceled', stockState: 'sold' });
    expect(await soundness(shop)).toEqual([]);
  });

  it('puts units that left the shelf back on it', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await compactStock(shop.buyer, 'vase');
    await shipPart(shop.potter, potters, id, {});
    await cancel(shop, id);

    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await soundness(shop)).toEqual([]);
  });

  it('returns them once, and holds them again each time it is restored', async () => {
    const { shop, id } = await halfSent();
    for (let n = 0; n < 2; n++) {
      await restore(shop, id);
      expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 1 });
      await cancel(shop, id);
      expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
      expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 2 });
      expect(await soundness(shop)).toEqual([]);
    }
    await restore(shop, id);
    await refusePart(shop.rival, rivals, id, because);
    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await soundness(shop)).toEqual([]);
  });

  it('does not hold again what was refunded meanwhile', async () => {
    const { shop, id } = await halfSent();
    await refundPart(shop.admin, id, RIVAL_ID, 'Agreed by phone');
    await restore(shop, id);

    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await soundness(shop)).toEqual([]);
  });

  it('is restored without units that somebody else has bought, and names them', async () => {
    const { shop, id } = await halfSent();
    await buyOfBoth(shop.buyer, { vase: 10 });
    await restore(shop, id);

    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'paid', stockState: 'sold', stockShort: ['vase'] });
    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 10 });
    await refusePart(shop.rival, rivals, id, because);
    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 10 });
    expect(await soundness(shop)).toEqual([]);
  });

  it('keeps all units as sold when every part was sent', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await shipPart(shop.potter, potters, id, {});
    await shipPart(shop.rival, rivals, id, {});
    await cancel(shop, id);

    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 1 });
    expect(await soundness(shop)).toEqual([]);
  });
});
