import { describe, expect, it } from 'vitest';
import { POST as refundRoute } from '#app/api/admin/orders/[id]/parts/[vendorId]/refund/route.ts';
import { POST as settle } from '#app/api/admin/part-refunds/[id]/settle/route.ts';
import { POST as reverse } from '#app/api/admin/payments/[orderReference]/reverse/route.ts';
import { POST as refuse } from '#app/api/vendor/orders/[id]/refuse/route.ts';
import { POST as ship } from '#app/api/vendor/orders/[id]/ship/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PartRefunds, PaymentTransactions, Settlements } from '#lib/payments/collections.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { partRefundIdOf } from '#lib/payments/refunds/part-refund-topic.ts';
import { reconcilePartRefunds } from '#lib/payments/refunds/refund-part-by-card.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { OrderMails } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { stockOf } from '#tests/support/api-shop.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import type { Overrides } from '#tests/support/context.ts';
import { payOutAll, placeOrder, startCard } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { buyOfBoth, orderOf, partOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

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
const balanceOf = async ({ buyer }: SharedShop) => (await creditOf(buyer.data, buyer.user.id)).balanceMinor;
const mailKinds = async ({ buyer }: SharedShop) =>
  (await everyRow(buyer.data, OrderMails)).map(({ data }) => data.kind).sort();

/** Every broken rule of stock, orders and money. */
async function findings({ buyer }: SharedShop) {
  const world = await readWorld(buyer.data);
  return [...auditStock(world), ...auditOrders(world), ...auditMoney(world)];
}

/** Opens a shop whose orders are paid by card, with a gateway that the test controls. */
async function cardShop(vars: Overrides['vars'] = { PAYMENT_CARD_REFUND: 'true' }) {
  const bank = scriptedGateway();
  const shop = await sharedShop({ vars, cardGateway: bank.gateway });
  const { buyer } = shop;
  const { id } = await placeOrder(buyer, { mug: 2, vase: 1 });
  const attempt = await startCard(buyer, id);
  bank.hold(attempt);
  await applyPaymentResult(buyer, attempt.orderReference, saidOf(attempt, 'Approved'));
  return { shop, bank, id, reference: attempt.orderReference };
}
const refundsAsked = (bank: ReturnType<typeof scriptedGateway>) => bank.calls.filter(({ verb }) => verb === 'refund');

describe('POST /api/vendor/orders/{id}/refuse', () => {
  it('returns units, credit and settlement of that part at once, and leaves the other part alone', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    const before = await balanceOf(shop);

    const reply = await refuseBy(shop.rival, id);

    expect(reply.status).toBe(200);
    expect(reply.body.order).toMatchObject({
      status: 'paid',
      payState: 'paid',
      buyer: null,
      part: { state: 'refused', refusal: because, refund: { state: 'done', amountMinor: 10_000, way: 'balance' } },
      settlement: { state: 'reversed' },
    });
    expect(await balanceOf(shop)).toBe(before + 10_000);
    expect(await stockOf(shop.buyer, 'vase')).toEqual({ onHand: 10, held: 0 });
    expect(await stockOf(shop.buyer, 'mug')).toEqual({ onHand: 10, held: 2 });
    expect((await partOf(shop.buyer, id, TEST_VENDOR_ID)).state).toBe('pending');
    expect(await findings(shop)).toEqual([]);
  });

  it('C19 responds the same to a repeat, and does nothing twice', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);

    const [first, second] = [await refuseBy(shop.rival, id), await refuseBy(shop.rival, id)];
    const balance = await balanceOf(shop);
    const atOnce = await Promise.all([1, 2, 3].map(() => refuseBy(shop.rival, id)));

    expect(second.text).toBe(first.text);
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await balanceOf(shop)).toBe(balance);
    expect(await everyRow(shop.buyer.data, PartRefunds)).toHaveLength(1);
    const acts = (await everyRow(shop.buyer.data, AuditLog)).filter(({ data }) => data.action === 'part.refused');
    expect(acts).toHaveLength(1);
  });

  it('cancels the order with the last part, gives back all of the credit and sends one mail for it', async () => {
    const shop = await sharedShop();
    const before = await balanceOf(shop);
    const id = await buyOfBoth(shop.buyer);

    await refuseBy(shop.rival, id);
    const last = await refuseBy(shop.potter, id);
    await shop.buyer.drain();

    expect(last.body.order).toMatchObject({ status: 'canceled', payState: 'refunded' });
    expect(await orderOf(shop.buyer, id)).toMatchObject({ cancelReason: 'refused', stockState: 'returned' });
    expect(await balanceOf(shop)).toBe(before);
    const [row] = await everyRow(shop.buyer.data, PaymentTransactions);
    expect(row?.data).toMatchObject({ status: 'refunded', refundState: 'done' });
    expect(await mailKinds(shop)).toEqual(
      ['canceled', 'paid', 'part_refused', 'placed', 'vendor_new_order', 'vendor_new_order'].sort(),
    );
    expect(await findings(shop)).toEqual([]);
  });

  it('splits credit of another currency to the last unit', async () => {
    const shop = await sharedShop();
    const before = await balanceOf(shop);
    const { id } = await placeOrder(shop.buyer, { mug: 1, vase: 2 }, 'EUR');
    await payByCredit(shop.buyer, id);

    await refuseBy(shop.rival, id);
    expect(await findings(shop)).toEqual([]);
    await refuseBy(shop.potter, id);

    expect(await balanceOf(shop)).toBe(before);
    expect(await findings(shop)).toEqual([]);
  });

  it('finishes the order when its other part is delivered already', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await call(ship, { as: shop.potter, params: { id }, body: {} });
    await receiveOwnOrder(shop.buyer, id, TEST_VENDOR_ID);

    const reply = await refuseBy(shop.rival, id);

    expect(reply.body.order).toMatchObject({ status: 'completed', payState: 'paid' });
    expect(await findings(shop)).toEqual([]);
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
    expect(await findings(shop)).toEqual([]);
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
      expect(await findings(shop)).toEqual([]);
    }
  });
});

describe('a refused part that was paid by card', () => {
  it('is refunded by the gateway with exactly its amount, and told to the buyer once it is back', async () => {
    const { shop, bank, id, reference } = await cardShop();

    const reply = await refuseBy(shop.rival, id);
    expect(reply.body.order.part.refund).toEqual({ state: 'pending', amountMinor: 10_000, way: 'card' });
    expect(await findings(shop)).toEqual([]);
    await shop.buyer.drain();

    expect((await partOf(shop.buyer, id, RIVAL_ID)).refund).toEqual({
      state: 'done',
      amountMinor: 10_000,
      way: 'card',
    });
    expect(bank.payments.get(reference)).toMatchObject({ status: 'Approved', refundedMinor: 10_000 });
    expect((await orderOf(shop.buyer, id)).payState).toBe('paid');
    expect(await findings(shop)).toEqual([]);
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
    expect(await findings(shop)).toEqual([]);
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
    expect(await findings(shop)).toEqual([]);
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
    expect(await findings(shop)).toEqual([]);
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
    expect(await findings(shop)).toEqual([]);
  });

  it('moves by no word of the gateway but the answer to our own request', async () => {
    const { shop, id, reference } = await cardShop({});
    await refuseBy(shop.rival, id);
    const { data: row } = await shop.buyer.data.need(PaymentTransactions, reference);

    const { moved, alert } = await applyPaymentResult(shop.buyer, reference, saidOf(row, 'Refunded'));

    expect([moved, alert]).toEqual([false, 'refunded_besides_parts']);
    expect(await findings(shop)).toEqual([]);
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
      const before = await balanceOf(shop);

      const asked = { way, reference: 'Agreed by phone' };
      const [first, second] = [
        await settleAs(shop.admin, refundId, asked, 'key-1'),
        await settleAs(shop.admin, refundId, asked, 'key-1'),
      ];
      const other = await settleAs(shop.admin, refundId, asked, 'key-2');

      expect([first.status, first.body.refund.state, first.body.refund.way]).toEqual([200, 'done', way]);
      expect(second.text).toBe(first.text);
      expect(codeOf(other)).toEqual([409, 'NothingOwed']);
      expect(await balanceOf(shop)).toBe(before + (way === 'balance' ? 10_000 : 0));
      expect((await partOf(shop.buyer, id, RIVAL_ID)).refund).toMatchObject({ state: 'done', way });
      expect(await findings(shop)).toEqual([]);
    }
  });

  it('returns it once to administrators who press at the same moment', async () => {
    const { shop, refundId } = await owedPart();
    const before = await balanceOf(shop);

    const replies = await Promise.all(
      [1, 2, 3].map((n) => settleAs(shop.admin, refundId, { way: 'balance', reference: `Try ${n}` })),
    );

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balanceOf(shop)).toBe(before + 10_000);
    expect(await findings(shop)).toEqual([]);
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
    const before = await balanceOf(shop);

    const [first, second] = [await refundAs(shop.admin, id), await refundAs(shop.admin, id)];

    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(await partOf(shop.buyer, id, RIVAL_ID)).toMatchObject({
      state: 'shipped',
      refund: { state: 'done', amountMinor: 10_000, way: 'balance' },
    });
    expect(await balanceOf(shop)).toBe(before + 10_000);
    expect((await stockOf(shop.buyer, 'vase')).held).toBe(1);
    expect(await findings(shop)).toEqual([]);
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

    const settlements = (await everyRow(shop.buyer.data, Settlements)).map(({ data }) => [data.state, data.overpaid]);
    expect(settlements.sort()).toEqual([
      ['reversed', false],
      ['reversed', true],
    ]);
    expect((await orderOf(shop.buyer, id)).payState).toBe('refunded');
    expect(await findings(shop)).toEqual([]);
  });

  it('refunds the parts of a canceled order one by one', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);
    await changeOrderStatus(shop.admin, id, { status: 'canceled' });

    await refundAs(shop.admin, id, RIVAL_ID);
    await refundAs(shop.admin, id, TEST_VENDOR_ID);

    expect(await orderOf(shop.buyer, id)).toMatchObject({ status: 'canceled', payState: 'refunded' });
    expect(await findings(shop)).toEqual([]);
  });

  it('responds with 409 to a part that waits, with 404 to a missing part, and with 403 to a seller', async () => {
    const shop = await sharedShop();
    const id = await buyOfBoth(shop.buyer);

    expect(codeOf(await refundAs(shop.admin, id))).toEqual([409, 'InvalidTransition']);
    expect((await refundAs(shop.admin, id, 'vnd_other')).status).toBe(404);
    expect((await refundAs(shop.rival, id)).status).toBe(403);
  });
});
