import { beforeEach, describe, expect, it } from 'vitest';
import { GET as readStatus } from '#app/api/store/payments/[orderId]/status/route.ts';
import { POST as payByCredit } from '#app/api/store/payments/credit/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { Orders } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { anotherShopper, cancelOrder, payingShopper, placeOrder, startCard } from '#tests/support/paying.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';

type Shopper = TestContext & UserContext;
let shopper: Shopper;

async function open(shop: Parameters<typeof payingShopper>[0] = {}): Promise<Shopper> {
  shopper = await payingShopper(shop);
  installRuntime(shopper);
  return shopper;
}
beforeEach(() => open());

const pay = (orderId: string, as: Shopper | null = shopper) =>
  call(payByCredit, { ...(as && { as }), body: { orderId } });
const status = (orderId: string, as: Shopper | null = shopper) =>
  call(readStatus, { ...(as && { as }), params: { orderId } });
const expectSoundMoney = async () => expect(auditMoney(await readMoney(shopper.data))).toEqual([]);

describe('POST /api/store/payments/credit', () => {
  it('pays the order and returns it with the attempt and the remaining balance', async () => {
    const order = await placeOrder(shopper, { mug: 2 });

    const reply = await pay(order.id);

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      order: { id: order.id, status: 'paid', payState: 'paid', paidAt: shopper.now().toISOString() },
      payment: {
        orderReference: `${order.number}-1`,
        orderId: order.id,
        orderNumber: order.number,
        processor: 'credit',
        purpose: 'store_order',
        status: 'paid',
        amountMinor: 20_000,
        currency: 'UAH',
        processor_payload: { balanceAfterMinor: 980_000 },
      },
      balanceMinor: 980_000,
      currency: 'UAH',
    });
    expect(reply.body.order.timeline?.map(({ kind }) => kind)).toContain('paid');
    expect(await creditOf(shopper.data, shopper.user.id)).toEqual({ balanceMinor: 980_000, currency: 'UAH' });
    await expectSoundMoney();
  });

  it('debits an order in another currency at its frozen rate, rounded up', async () => {
    await open({ vars: { STORE_PRICE_ROUNDING: 'exact' } });
    const order = await placeOrder(shopper, { mug: 1 }, 'EUR');

    const reply = await pay(order.id);

    expect(reply.body.payment).toMatchObject({ amountMinor: 207, currency: 'EUR' });
    expect(reply.body).toMatchObject({ balanceMinor: 1_000_000 - 9_978, currency: 'UAH' });
    await expectSoundMoney();
  });

  it('responds with 409 to a second payment and charges nothing', async () => {
    const order = await placeOrder(shopper);
    await pay(order.id);

    const again = await pay(order.id);

    expect(again).toMatchObject({ status: 409, body: { error: 'Conflict', details: { code: 'AlreadyPaid' } } });
    expect(await creditOf(shopper.data, shopper.user.id)).toMatchObject({ balanceMinor: 990_000 });
  });

  it('charges once for concurrent calls', async () => {
    const order = await placeOrder(shopper);

    const replies = await Promise.all(Array.from({ length: 6 }, () => pay(order.id)));

    expect(replies.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await everyRow(shopper.data, PaymentTransactions)).toHaveLength(1);
    expect(await creditOf(shopper.data, shopper.user.id)).toMatchObject({ balanceMinor: 990_000 });
    await expectSoundMoney();
  });

  it('never spends the same credit on two orders', async () => {
    const poor = await open({ creditMinor: 15_000 });
    const orders = [await placeOrder(poor), await placeOrder(poor)];

    const replies = await Promise.all(orders.map(({ id }) => pay(id)));

    expect(replies.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await creditOf(poor.data, poor.user.id)).toMatchObject({ balanceMinor: 5_000 });
    await expectSoundMoney();
  });

  it('accepts a balance equal to the total, and refuses one unit less with the balance', async () => {
    const exact = await open({ creditMinor: 10_000 });
    expect(await pay((await placeOrder(exact)).id)).toMatchObject({ status: 200, body: { balanceMinor: 0 } });

    const short = await open({ creditMinor: 9_999 });
    const order = await placeOrder(short);
    const reply = await pay(order.id);

    expect(reply).toMatchObject({
      status: 409,
      body: { details: { code: 'InsufficientCredit', balanceMinor: '9999', currency: 'UAH' } },
    });
    expect(await short.data.need(Orders, order.id)).toMatchObject({ data: { status: 'new', payState: 'unpaid' } });
    await expectSoundMoney();
  });

  it('responds with InsufficientCredit to a buyer who never had credit', async () => {
    const nobody = await open({ creditMinor: 0 });

    const reply = await pay((await placeOrder(nobody)).id);

    expect(reply).toMatchObject({ status: 409, body: { details: { code: 'InsufficientCredit', balanceMinor: '0' } } });
  });

  it('refuses UAH unless it is listed, and accepts other currencies', async () => {
    const plain = await open({ vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: '' } });

    const hryvnia = await pay((await placeOrder(plain)).id);
    const euro = await pay((await placeOrder(plain, { mug: 1 }, 'EUR')).id);

    expect(hryvnia).toMatchObject({ status: 409, body: { details: { code: 'CurrencyNotAccepted', currency: 'UAH' } } });
    expect(euro.status).toBe(200);
  });

  it('responds with 403 RailDisabled before reading the body when credit is switched off', async () => {
    await open({ vars: { PAYMENT_STORE_ALLOW_CREDIT: 'false' } });

    const reply = await call(payByCredit, { as: shopper, body: { nonsense: true } });

    expect(reply).toMatchObject({ status: 403, body: { error: 'Forbidden', details: { code: 'RailDisabled' } } });
  });

  it.each([[{}], [{ orderId: 'not an id' }], [{ orderId: 7 }], [[]]])('rejects the body %j', async (body) => {
    const reply = await call(payByCredit, { as: shopper, body });

    expect(reply).toMatchObject({ status: 400, body: { error: 'ValidationError' } });
  });

  it('requires a session', async () => {
    const order = await placeOrder(shopper);

    expect((await pay(order.id, null)).status).toBe(401);
  });

  it('responds with 404 for another buyer’s order as for a missing one, even to an admin', async () => {
    const order = await placeOrder(shopper);
    const stranger = await anotherShopper(shopper);
    const admin = await asUser(shopper, { role: 'superadmin' });

    const replies = await Promise.all([pay(order.id, stranger), pay(order.id, admin), pay('ord_missing', stranger)]);

    for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: { error: 'NotFound' } });
    expect(replies[0]?.body.message?.replace(order.id, 'ord_missing')).toBe(replies[2]?.body.message);
    expect(await shopper.data.need(Orders, order.id)).toMatchObject({ data: { status: 'new' } });
  });

  it('refuses a canceled order, and a reopened one whose stock was sold', async () => {
    const admin = await open({ units: { mug: 1 } });
    const order = await placeOrder(admin);
    await cancelOrder(admin, order.id);
    expect(await pay(order.id)).toMatchObject({ status: 409, body: { details: { code: 'OrderCanceled' } } });

    await placeOrder(await anotherShopper(admin));
    await changeOrderStatus(admin, order.id, { status: 'new' });
    expect(await pay(order.id)).toMatchObject({ status: 409, body: { details: { code: 'InsufficientStock' } } });

    expect(await creditOf(admin.data, admin.user.id)).toMatchObject({ balanceMinor: 1_000_000 });
    await expectSoundMoney();
  });

  it('supersedes an open card page, and a later payment there is refunded', async () => {
    const order = await placeOrder(shopper);
    const card = await startCard(shopper, order.id);

    const reply = await pay(order.id);
    await applyPaymentResult(shopper, card.orderReference, saidOf(card, 'Approved', { source: 'check' }));

    expect(reply.body.payment.orderReference).toBe(`${order.number}-2`);
    expect(await shopper.data.need(PaymentTransactions, card.orderReference)).toMatchObject({
      data: { status: 'paid', excess: true, refundState: 'pending' },
    });
    expect(await status(order.id)).toMatchObject({ body: { payState: 'paid', processor: 'credit', next: 'done' } });
    await expectSoundMoney();
  });
});

describe('GET /api/store/payments/{orderId}/status', () => {
  it('reports an order that waits for payment', async () => {
    const order = await placeOrder(shopper);

    expect((await status(order.id)).body).toEqual({
      orderId: order.id,
      orderStatus: 'new',
      orderRev: 1,
      payState: 'unpaid',
      processor: null,
      orderReference: null,
      amountMinor: 10_000,
      currency: 'UAH',
      paidAt: null,
      expiresAt: null,
      failure: null,
      moneyBack: null,
      next: 'pay',
    });
  });

  it('reports a paid order as done, with the same response each time', async () => {
    const order = await placeOrder(shopper);
    await pay(order.id);

    const [first, second] = [await status(order.id), await status(order.id)];

    expect(first.body).toMatchObject({
      orderStatus: 'paid',
      payState: 'paid',
      processor: 'credit',
      orderReference: `${order.number}-1`,
      paidAt: shopper.now().toISOString(),
      next: 'done',
    });
    expect(second.body).toEqual(first.body);
  });

  it('reports why a card was declined and whether a retry is possible', async () => {
    const order = await placeOrder(shopper);
    const card = await startCard(shopper, order.id);
    expect((await status(order.id)).body).toMatchObject({
      payState: 'pending',
      next: 'wait',
      expiresAt: card.expiresAt,
    });

    await applyPaymentResult(shopper, card.orderReference, saidOf(card, 'Declined', { reasonCode: '1104' }));

    expect((await status(order.id)).body).toMatchObject({
      payState: 'pending',
      failure: { code: 'no_funds', retryable: true },
      next: 'pay',
    });
  });

  it('offers nothing for a canceled order', async () => {
    const order = await placeOrder(shopper);
    await cancelOrder(shopper, order.id);

    expect((await status(order.id)).body).toMatchObject({ orderStatus: 'canceled', payState: 'unpaid', next: 'none' });
  });

  it('is readable by an admin, and responds to other users with the 404 of a missing order', async () => {
    const order = await placeOrder(shopper);
    const admin = await asUser(shopper, { role: 'admin' });
    const member = await asUser(shopper, { role: 'confidential' });

    expect((await status(order.id, admin)).status).toBe(200);
    expect((await status(order.id, null)).status).toBe(401);
    const [foreign, missing] = [await status(order.id, member), await status('ord_missing', admin)];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body.message?.replace(order.id, 'ord_missing')).toBe(missing.body.message);
  });

  it('rejects an invalid id', async () => {
    expect((await status('not an id')).status).toBe(400);
  });
});
