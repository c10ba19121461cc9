import { describe, expect, it } from 'vitest';
import { POST as settle } from '#app/api/admin/part-refunds/[id]/settle/route.ts';
import { POST as reverse } from '#app/api/admin/payments/[orderReference]/reverse/route.ts';
import { POST as refuse } from '#app/api/vendor/orders/[id]/refuse/route.ts';
import { POST as ship } from '#app/api/vendor/orders/[id]/ship/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { PartRefunds, PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { partRefundIdOf } from '#lib/payments/refunds/part-refund-topic.ts';
import { reconcilePartRefunds } from '#lib/payments/refunds/refund-part-by-card.ts';
import { OrderMails } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { stockOf } from '#tests/support/api-shop.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import { buyersBalance, cardShop, soundness } from '#tests/support/part-money.ts';
import { placeOrder } from '#tests/support/paying.ts';
import type { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { buyOfBoth, orderOf, partOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

const because = { code: 'out_of_stock', reason: 'The last vase broke' } as const;
type Person = SharedShop['potter'];
const refuseBy = (as: Person, id: string, body: object = because) => call(refuse, { as, params: { id }, body });
const settleAs = (as: Person, id: string, body: object, key?: string) =>
  call(settle, { as, params: { id }, body, ...(key && { headers: { 'idempotency-key': key } }) });
const codeOf = ({ status, body }: { status: number; body: { details?: { code?: string } | undefined } }) => [
  status,
  body.details?.code,
];
const mailKinds = async ({ buyer }: SharedShop) =>
  (await everyRow(buyer.data, OrderMails)).map(({ data }) => data.kind).sort();
const refundsAsked = (bank: ReturnType<typeof scriptedGateway>) => bank.calls.filter(({ verb }) => verb === 'refund');

describe('POST /api/vendor/orders/{id}/refuse', () => {
  it('returns units, credit and settlement of that part at once, and leaves the other part alone', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    const before = await buyersBalance(shop);

    const reply = await refuseBy(shop.rival, id);

    expect(reply.status).toBe(200);
    expect(reply.body.order).toMatchObject({
      status: 'paid',
      payState: 'paid',
      buyer: null,
      part: { state: 'refused', refusal: because, refund: { state: 'done', amountMinor: 10_000, way: 'balance' } },
      settlement: { state: 'reversed' },
    });
    expect(await buyersBalance(shop)).toBe(before + 10_000);
    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 2 });
    expect((await partOf(shop.buyer, id, TEST_VENDOR_ID)).state).toBe('pending');
    expect(await soundness(shop)).toEqual([]);
  });

  it('C19 responds the same to a repeat, and does nothing twice', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);

    const [first, second] = [await refuseBy(shop.rival, id), await refuseBy(shop.rival, id)];
    const balance = await buyersBalance(shop);
    const atOnce = await Promise.all([1, 2, 3].map(() => refuseBy(shop.rival, id)));

    expect(second.text).toBe(first.text);
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await buyersBalance(shop)).toBe(balance);
    expect(await everyRow(shop.buyer.data, PartRefunds)).toHaveLength(1);
    const acts = (await everyRow(shop.buyer.data, AuditLog)).filter(({ data }) => data.action === 'part.refused');
    expect(acts).toHaveLength(1);
  });

  it('cancels the order with the last part, gives back all of the credit and sends one mail for it', async () => {
    const shop = await sharedShop();
    const before = await buyersBalance(shop);
    const id = await buyOfBoth(shop.buyer);

    await refuseBy(shop.rival, id);
    const last = await refuseBy(shop.potter, id);
    await shop.buyer.drain();

    expect(last.body.order).toMatchObject({ status: 'canceled', payState: 'refunded' });
    expect(await orderOf(shop.buyer, id)).toMatchObject({ cancelReason: 'refused', stockState: 'returned' });
    expect(await buyersBalance(shop)).toBe(before);
    const [row] = await everyRow(shop.buyer.data, PaymentTransactions);
    expect(row?.data).toMatchObject({ status: 'refunded', refundState: 'done' });
    expect(await mailKinds(shop)).toEqual(
      ['canceled', 'paid', 'part_refused', 'placed', 'vendor_new_order', 'vendor_new_order'].sort(),
    );
    expect(await soundness(shop)).toEqual([]);
  });

  it('splits credit of another currency to the last unit', async () => {
    const shop = await sharedShop();
    const before = await buyersBalance(shop);
    const { id } = await placeOrder(shop.buyer, { mug: 1, vase: 2 }, 'EUR');
    await payByCredit(shop.buyer, id);

    await refuseBy(shop.rival, id);
    expect(await soundness(shop)).toEqual([]);
    await refuseBy(shop.potter, id);

    expect(await buyersBalance(shop)).toBe(before);
    expect(await soundness(shop)).toEqual([]);
  });

  it('finishes the order when its other part is delivered already', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await call(ship, { as: shop.potter, params: { id }, body: {} });
    await receiveOwnOrder(shop.buyer, id, TEST_VENDOR_ID);

    const reply = await refuseBy(shop.rival, id);

    expect(reply.body.order).toMatchObject({ status: 'completed', payState: 'paid' });
    expect(await soundness(shop)).toEqual([]);
  });

  it('responds with 409 to a shipped part, with 400 to a wrong code or a short reason, and with 404 to a stranger', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer, { mug: 1 });

    expect((await refuseBy(shop.potter, id, { code: 'bored', reason: 'Not today' })).status).toBe(400);
    expect((await refuseBy(shop.potter, id, { code: 'other', reason: 'no' })).status).toBe(400);
    expect((await refuseBy(shop.rival, id)).status).toBe(404);
    expect((await refuseBy(shop.buyer, id)).status).toBe(403);
    await call(ship, { as: shop.potter, params: { id }, body: {} });
    expect(codeOf(await refuseBy(shop.potter, id))).toEqual([409, 'InvalidTransition']);
  });

  it('keeps a refused part out when an administrator brings the canceled order back', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await refuseBy(shop.rival, id);

    await changeOrderStatus(shop.admin, id, { status: 'canceled' });
    await changeOrderStatus(shop.admin, id, { status: 'paid' });

    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 2 });
    expect(await soundness(shop)).toEqual([]);
  });

  it('has one outcome when it is refused and shipped, refused twice, or refused and canceled at the same moment', async () => {
    for (let i = 0; i < 4; i++) {
      const shop = await sharedShop();
      const id = await buyOfBoth(shop.buyer);
      const [refused, shipped] = await Promise.all([
        refuseBy(shop.rival, id),
        call(ship, { as: shop.rival, params: { id }, body: {} }),
        refuseBy(shop.potter, id),
        changeOrderStatus(shop.admin, id, { status: 'canceled' }).catch(() => null),
      ]);

      expect([refused.status, shipped.status]).not.toEqual([200, 200]);
      expect(await soundness(shop)).toEqual([]);
    }
  });
});

describe('a refused part that was paid by card', () => {
  it('is refunded by the gateway with exactly its amount, and told to the buyer once it is back', async () => {
    const { shop, bank, id, reference } = await cardShop();

    const reply = await refuseBy(shop.rival, id);
    expect(reply.body.order.part.refund).toEqual({ state: 'pending', amountMinor: 10_000, way: 'card' });
    expect(await soundness(shop)).toEqual([]);
    await shop.buyer.drain();

    expect((await partOf(shop.buyer, id, RIVAL_ID)).refund).toEqual({
      state: 'done',
      amountMinor: 10_000,
      way: 'card',
    });
    expect(bank.payments.get(reference)).toMatchObject({ status: 'Approved', refundedMinor: 10_000 });
    expect((await orderOf(shop.buyer, id)).payState).toBe('paid');
    expect(await soundness(shop)).toEqual([]);
  });

  it('C20 is refunded once when the reply is lost: the check of the payment decides', async () => {
    const { shop, bank, id } = await cardShop();
    bank.loseNextAnswer();
    await refuseBy(shop.rival, id);
    await shop.buyer.drain();
    expect((await partOf(shop.buyer, id, RIVAL_ID)).refund?.state).toBe('pending');

    shop.buyer.clock.advance(2 * MINUTE_MS);
    await reconcilePartRefunds(shop.buyer);

    expect((await partOf(shop.buyer, id, RIVAL_ID)).refund?.state).toBe('done');
    expect(refundsAsked(bank)).toHaveLength(1);
    expect(await soundness(shop)).toEqual([]);
  });

  it('C20 is asked for again only after a check has said that nothing was refunded', async () => {
    const { shop, bank, id, reference } = await cardShop();
    bank.down = true;
    await refuseBy(shop.rival, id);
    await shop.buyer.drain();
    bank.down = false;

    for (let i = 0; i < 3; i++) {
      shop.buyer.clock.advance(2 * MINUTE_MS);
      await reconcilePartRefunds(shop.buyer);
    }

    expect((await partOf(shop.buyer, id, RIVAL_ID)).refund?.state).toBe('done');
    expect(bank.payments.get(reference)?.refundedMinor).toBe(10_000);
    expect(await soundness(shop)).toEqual([]);
  });

  it('counts as refunded with its last part, and the parts are asked for one after the other', async () => {
    const { shop, bank, id, reference } = await cardShop();

    await Promise.all([refuseBy(shop.rival, id), refuseBy(shop.potter, id)]);
    expect((await orderOf(shop.buyer, id)).payState).toBe('refund_pending');
    await shop.buyer.drain();
    for (let i = 0; i < 3; i++) {
      shop.buyer.clock.advance(2 * MINUTE_MS);
      await reconcilePartRefunds(shop.buyer);
    }

    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'canceled', payState: 'refunded' });
    expect(bank.payments.get(reference)?.status).toBe('Refunded');
    expect(await soundness(shop)).toEqual([]);
  });

  it('fails where the gateway refuses, and an administrator asks again or returns it by hand', async () => {
    const { shop, bank, id } = await cardShop();
    const refundId = partRefundIdOf(id, RIVAL_ID);
    bank.refuseRefunds('1123');
    await refuseBy(shop.rival, id);
    await shop.buyer.drain();
    expect((await partOf(shop.buyer, id, RIVAL_ID)).refund?.state).toBe('failed');

    bank.refuseRefunds(null);
    const again = await settleAs(shop.admin, refundId, { way: 'card', reference: 'Asked once more' });
    await shop.buyer.drain();

    expect(again.body.refund.state).toBe('pending');
    expect((await partOf(shop.buyer, id, RIVAL_ID)).refund).toMatchObject({ state: 'done', way: 'card' });
    expect(await soundness(shop)).toEqual([]);
  });

  it('moves by no word of the gateway but the answer to our own request', async () => {
    const { shop, id, reference } = await cardShop({});
    await refuseBy(shop.rival, id);
    const { data: row } = await shop.buyer.data.need(PaymentTransactions, reference);

    const { moved, alert } = await applyPaymentResult(shop.buyer, reference, saidOf(row, 'Refunded'));

    expect([moved, alert]).toEqual([false, 'refunded_besides_parts']);
    expect(await soundness(shop)).toEqual([]);
  });

  it('blocks a full refund: the rest goes back part by part', async () => {
    const { shop, id, reference } = await cardShop();
    await refuseBy(shop.rival, id);

    const reply = await call(reverse, {
      as: shop.admin,
      params: { orderReference: reference },
      body: { reason: 'Asked for by mail' },
    });

    expect(codeOf(reply)).toEqual([409, 'PartlyRefunded']);
  });
});
