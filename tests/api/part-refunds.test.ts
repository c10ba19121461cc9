import { describe, expect, it } from 'vitest';
import { POST as refundRoute } from '#app/api/admin/orders/[id]/parts/[vendorId]/refund/route.ts';
import { POST as settle } from '#app/api/admin/part-refunds/[id]/settle/route.ts';
import { POST as refuse } from '#app/api/vendor/orders/[id]/refuse/route.ts';
import { POST as ship } from '#app/api/vendor/orders/[id]/ship/route.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Settlements } from '#lib/payments/collections.ts';
import { partRefundIdOf } from '#lib/payments/refunds/part-refund-topic.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { stockOf } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { buyersBalance, cardShop, soundness } from '#tests/support/part-money.ts';
import { payOutAll } from '#tests/support/paying.ts';
import { buyOfBoth, orderOf, partOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

const because = { code: 'out_of_stock', reason: 'The last vase broke' } as const;
type Person = SharedShop['potter'];
const refuseBy = (as: Person, id: string, body: object = because) => call(refuse, { as, params: { id }, body });
const settleAs = (as: Person, id: string, body: object, key?: string) =>
  call(settle, { as, params: { id }, body, ...(key && { headers: { 'idempotency-key': key } }) });
const refundAs = (as: Person, id: string, vendorId = RIVAL_ID) =>
  call(refundRoute, { as, params: { id, vendorId }, body: { reason: 'The parcel was lost' } });
const codeOf = ({ status, body }: { status: number; body: { details?: { code?: string } | undefined } }) => [
  status,
  body.details?.code,
];

describe('POST /api/admin/part-refunds/{id}/settle', () => {
  async function owedPart() {
    const { shop, id } = await cardShop({});
    await refuseBy(shop.rival, id);
    return { shop, id, refundId: partRefundIdOf(id, RIVAL_ID) };
  }

  it('returns owed money to the balance or by hand, once per key', async () => {
    for (const way of ['balance', 'by_hand'] as const) {
      const { shop, id, refundId } = await owedPart();
      expect((await partOf(shop.buyer, id, RIVAL_ID)).refund).toEqual({
        state: 'owed',
        amountMinor: 10_000,
        way: null,
      });
      const before = await buyersBalance(shop);

      const asked = { way, reference: 'Agreed by phone' };
      const [first, second] = [
        await settleAs(shop.admin, refundId, asked, 'key-1'),
        await settleAs(shop.admin, refundId, asked, 'key-1'),
      ];
      const other = await settleAs(shop.admin, refundId, asked, 'key-2');

      expect([first.status, first.body.refund.state, first.body.refund.way]).toEqual([200, 'done', way]);
      expect(second.text).toBe(first.text);
      expect(codeOf(other)).toEqual([409, 'NothingOwed']);
      expect(await buyersBalance(shop)).toBe(before + (way === 'balance' ? 10_000 : 0));
      expect((await partOf(shop.buyer, id, RIVAL_ID)).refund).toMatchObject({ state: 'done', way });
      expect(await soundness(shop)).toEqual([]);
    }
  });

  it('returns it once to administrators who press at the same moment', async () => {
    const { shop, refundId } = await owedPart();
    const before = await buyersBalance(shop);

    const replies = await Promise.all(
      [1, 2, 3].map((n) => settleAs(shop.admin, refundId, { way: 'balance', reference: `Try ${n}` })),
    );

    expect(replies.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409']);
    expect(await buyersBalance(shop)).toBe(before + 10_000);
    expect(await soundness(shop)).toEqual([]);
  });

  it('responds with 404, 403, 401, 400 and 409 as it should', async () => {
    const { shop, refundId } = await owedPart();
    const asked = { way: 'by_hand', reference: 'IBAN 1' };

    expect((await settleAs(shop.admin, 'prf_missing', asked)).status).toBe(404);
    expect((await settleAs(shop.rival, refundId, asked)).status).toBe(403);
    expect((await call(settle, { params: { id: refundId }, body: asked })).status).toBe(401);
    expect((await settleAs(shop.admin, refundId, { ...asked, way: 'native' })).status).toBe(400);
    expect((await settleAs(shop.admin, refundId, { ...asked, amountMinor: 5 })).status).toBe(400);
    expect(codeOf(await settleAs(shop.admin, refundId, { ...asked, way: 'card' }))).toEqual([409, 'NotReversible']);
  });

  it('asks for a recent code where ADMIN_STEP_UP is on', async () => {
    const { shop, id } = await cardShop({ ADMIN_STEP_UP: 'on' });
    await refuseBy(shop.rival, id);

    const reply = await settleAs(shop.admin, partRefundIdOf(id, RIVAL_ID), { way: 'by_hand', reference: 'IBAN 1' });

    expect(codeOf(reply)).toEqual([403, 'StepUpRequired']);
  });
});

describe('POST /api/admin/orders/{id}/parts/{vendorId}/refund', () => {
  it('refunds a shipped part: the part keeps its state, and no unit returns', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await call(ship, { as: shop.rival, params: { id }, body: {} });
    const before = await buyersBalance(shop);

    const [first, second] = [await refundAs(shop.admin, id), await refundAs(shop.admin, id)];

    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(await partOf(shop.buyer, id, RIVAL_ID)).toMatchObject({
      state: 'shipped',
      refund: { state: 'done', amountMinor: 10_000, way: 'balance' },
    });
    expect(await buyersBalance(shop)).toBe(before + 10_000);
    expect((await stockOf(shop.buyer, 'vase')).held).toBe(1);
    expect(await soundness(shop)).toEqual([]);
  });

  it('takes a released and paid settlement from what the vendor is owed, and never releases a refunded part', async () => {
    const shop = await sharedShop({ vars: { STORE_RETURN_DAYS: '0' } });
    const id = await buyOfBoth(shop.buyer);
    for (const as of [shop.rival, shop.potter]) await call(ship, { as, params: { id }, body: {} });
    await receiveOwnOrder(shop.buyer, id, RIVAL_ID);
    await releaseDue(shop.buyer);
    await payOutAll(shop.admin);

    await refundAs(shop.admin, id, RIVAL_ID);
    await refundAs(shop.admin, id, TEST_VENDOR_ID);
    shop.buyer.clock.advance(30 * DAY_MS);
    await releaseDue(shop.buyer);

    const settlements = (await everyRow(shop.buyer.data, Settlements)).map(
      ({ data }) => `${data.state} ${data.overpaid}`,
    );
    expect(settlements.sort()).toEqual(['reversed false', 'reversed true']);
    expect((await orderOf(shop.buyer, id)).payState).toBe('refunded');
    expect(await soundness(shop)).toEqual([]);
  });

  it('refunds the parts of a canceled order one by one', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await changeOrderStatus(shop.admin, id, { status: 'canceled' });

    await refundAs(shop.admin, id, RIVAL_ID);
    await refundAs(shop.admin, id, TEST_VENDOR_ID);

    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'canceled', payState: 'refunded' });
    expect(await soundness(shop)).toEqual([]);
  });

  it('responds with 409 to a part that waits, with 404 to a missing part, and with 403 to a seller', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);

    expect(codeOf(await refundAs(shop.admin, id))).toEqual([409, 'InvalidTransition']);
    expect((await refundAs(shop.admin, id, 'vnd_other')).status).toBe(404);
    expect((await refundAs(shop.rival, id)).status).toBe(403);
  });
});
