import { beforeEach, describe, expect, it } from 'vitest';
import { POST as callBack } from '#app/api/payments/cardgw/webhook/route.ts';
import { GET as readStatus } from '#app/api/store/payments/[orderId]/status/route.ts';
import { POST as payByCard } from '#app/api/store/payments/cardgw/route.ts';
import { POST as callBackAsBefore } from '#app/api/store/payments/cardgw/webhook/route.ts';
import { POST as payByCredit } from '#app/api/store/payments/credit/route.ts';
import { GET as comeBack, POST as postBack } from '#app/pay/return/route.ts';
import { processes } from '#lib/admin/processes/processes.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { MINUTE_MS, minutesFrom, SECOND_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { payByHand } from '#lib/payments/attempts/pay-by-hand.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { storeCallback } from '#lib/payments/cards/callbacks.ts';
import { drainCallbacks, REFUSED_CALLBACKS } from '#lib/payments/cards/receive-callback.ts';
import { Callbacks, JournalEntries, PaymentTransactions } from '#lib/payments/collections.ts';
import type { Evidence } from '#lib/payments/schemas/ledger.ts';
import { Orders } from '#lib/store/collections.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { getOwnOrder, viewOfOrder } from '#lib/store/orders/orders.ts';
import { promisedAlerts } from '#tests/support/alerts.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { anotherShopper, cancelOrder, payingShopper, placeOrder } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';

type Shopper = TestContext & UserContext;
let shopper: Shopper;
let bank: ReturnType<typeof scriptedGateway>;

async function open(shop: Parameters<typeof payingShopper>[0] = {}): Promise<Shopper> {
  bank = scriptedGateway();
  shopper = await payingShopper({ cardGateway: bank.gateway, ...shop });
  installRuntime(shopper);
  return shopper;
}
beforeEach(() => open());

const pay = (orderId: string, more: object = {}, as: Shopper | null = shopper) =>
  call(payByCard, { ...(as && { as }), body: { orderId, ...more } });
const status = (orderId: string, as: Shopper = shopper) => call(readStatus, { as, params: { orderId } });
const send = (raw: Uint8Array, handler = callBack) =>
  call(handler, {
    raw,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
  });
const say = (orderReference: string, patch: Partial<Evidence> = {}) => send(bank.callback({ orderReference }, patch));
const attempt = async (reference: string) => (await shopper.data.need(PaymentTransactions, reference)).data;
const orderRow = async (id: string) => (await shopper.data.need(Orders, id)).data;
const inbox = async () => (await everyRow(shopper.data, Callbacks)).map(({ data }) => data);
const captures = async () =>
  (await everyRow(shopper.data, JournalEntries)).filter(({ data }) => data.kind === 'capture').length;
const expectSoundMoney = async () => expect(auditMoney(await readMoney(shopper.data))).toEqual([]);
const calls = (verb: string) => bank.calls.filter((made) => made.verb === verb).length;
const replacedBy = ({ headers }: { readonly headers: Headers }) => [headers.get('deprecation'), headers.get('link')];
const code = (name: string) => ({ body: { details: { code: name } } });

/** Leaves a callback as it is stored when the server dies before its effect. */
async function leaveUnanswered(orderReference: string): Promise<void> {
  const callback = bank.gateway.readCallback(bank.callback({ orderReference }));
  if ('problem' in callback) throw new Error(callback.problem);
  await storeCallback(shopper, callback, Buffer.from('{}'));
}

/** Places an order and opens its page at the gateway. */
async function started(units = { mug: 1 }) {
  const order = await placeOrder(shopper, units);
  const { body } = await pay(order.id);
  return { order, reference: body.orderReference };
}

describe('POST /api/store/payments/cardgw', () => {
  it('opens a gateway page for the exact amount and stores what was signed', async () => {
    const order = await placeOrder(shopper, { mug: 2 });
    shopper.clock.advance(10 * MINUTE_MS);

    const reply = await pay(order.id, { locale: 'UK', returnUrl: '/orders?tab=open' });

    const reference = `${order.number}-1`;
    const expiresAt = minutesFrom(shopper.now(), 25);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      paymentUrl: `https://gateway.test/page?ref=${reference}`,
      orderReference: reference,
      expiresAt,
      reused: false,
    });
    expect(bank.payments.get(reference)?.ask).toMatchObject({
      purpose: 'store_order',
      amountMinor: 20_000,
      currency: 'UAH',
      locale: 'uk',
      lines: [{ name: 'The mug', count: 2, priceMinor: 10_000 }],
      returnUrl: `${shopper.origin}/pay/return?ref=${reference}`,
      serviceUrl: `${shopper.origin}/api/payments/cardgw/webhook`,
      payer: { email: shopper.user.email },
    });
    expect(await attempt(reference)).toMatchObject({
      status: 'pending',
      expiresAt,
      nextCheckAt: minutesFrom(shopper.now(), 1),
      returnUrl: '/orders?tab=open',
      locale: 'uk',
      signed: {
        merchantAccount: 'scripted_merchant',
        orderDate: shopper.now().getTime() / SECOND_MS,
        amountText: '200.00',
      },
    });
    expect(await orderRow(order.id)).toMatchObject({
      status: 'new',
      payState: 'pending',
      holdExpiresAt: minutesFrom(shopper.now(), 30),
    });
    await expectSoundMoney();
  });

  it('returns the open page again, also for concurrent calls', async () => {
    const order = await placeOrder(shopper);

    const [first, second] = await Promise.all([pay(order.id), pay(order.id)]);
    const third = await pay(order.id);

    expect(first.body.reused).not.toBe(second.body.reused);
    expect(third.body).toEqual({ ...first.body, reused: true });
    expect(new Set([first, second, third].map(({ body }) => body.paymentUrl)).size).toBe(1);
    expect(calls('start')).toBe(1);
  });

  it('opens another page when the first has five minutes left, and marks the first superseded', async () => {
    const { order, reference } = await started();
    shopper.clock.advance(20 * MINUTE_MS);

    const again = await pay(order.id);

    expect(again.body).toMatchObject({ orderReference: `${order.number}-2`, reused: false });
    expect(await attempt(reference)).toMatchObject({ status: 'superseded' });
    await expectSoundMoney();
  });

  it('holds the stock while the page is open, but at most two hours from the order', async () => {
    const { order } = await started();
    for (let presses = 0; presses < 5; presses++) {
      shopper.clock.advance(22 * MINUTE_MS);
      expect((await pay(order.id)).status).toBe(200);
    }

    expect((await orderRow(order.id)).holdExpiresAt).toBe('2026-03-02T12:00:00.000Z');
  });

  it('holds the stock again for a reopened order that had lost it', async () => {
    await open({ units: { mug: 1 } });
    const order = await placeOrder(shopper);
    await cancelOrder(shopper, order.id);
    const rival = await anotherShopper(shopper);
    const other = await placeOrder(rival);
    await changeOrderStatus(shopper, order.id, { status: 'new' });
    expect(await pay(order.id)).toMatchObject({ status: 409, ...code('InsufficientStock') });
    await cancelOwnOrder(rival, other.id);

    expect((await pay(order.id)).status).toBe(200);

    expect(await orderRow(order.id)).toMatchObject({ stockState: 'bound', stockShort: [] });
    expect(await pay((await placeOrder(rival).catch(() => other)).id, {}, rival)).toMatchObject({ status: 409 });
  });

  it('keeps an attempt whose reply was lost, and makes another on the next call', async () => {
    const order = await placeOrder(shopper);
    bank.loseNextAnswer();

    const lost = await pay(order.id);

    expect(lost).toMatchObject({ status: 503, body: { retryAfter: 5, details: { code: 'GatewayUnavailable' } } });
    expect(lost.headers.get('retry-after')).toBe('5');
    expect(await attempt(`${order.number}-1`)).toMatchObject({ status: 'created', paymentUrl: null });
    expect(await orderRow(order.id)).toMatchObject({ status: 'new' });
    expect((await status(order.id)).body).toMatchObject({ payState: 'pending', next: 'pay' });
    expect((await pay(order.id)).body).toMatchObject({ orderReference: `${order.number}-2`, reused: false });
    // The lost page was paid as well: its money is refunded once the other attempt has paid.
    bank.say(`${order.number}-2`, 'Approved');
    bank.say(`${order.number}-1`, 'Approved');
    expect((await say(`${order.number}-2`)).status).toBe(200);
    expect((await say(`${order.number}-1`)).status).toBe(200);
    expect(await attempt(`${order.number}-1`)).toMatchObject({ status: 'paid', excess: true, refundState: 'pending' });
    expect(await captures()).toBe(1);
    await expectSoundMoney();
  });

  it('reports why the gateway opened no page, and allows a retry', async () => {
    const order = await placeOrder(shopper);
    installRuntime({ ...shopper, cardGateway: { ...bank.gateway, start: async () => ({ refused: '1110' }) } });

    const refused = await pay(order.id);

    expect(refused).toMatchObject({
      status: 503,
      body: { details: { code: 'GatewayUnavailable', failure: 'gateway' } },
    });
    expect(await attempt(`${order.number}-1`)).toMatchObject({ status: 'declined', failure: { code: 'gateway' } });
    expect((await status(order.id)).body).toMatchObject({ failure: { code: 'gateway', retryable: true }, next: 'pay' });
    installRuntime(shopper);
    expect((await pay(order.id)).body).toMatchObject({ orderReference: `${order.number}-2` });
    await expectSoundMoney();
  });

  it.each([
    [{}],
    [{ orderId: 'not an id' }],
    [{ orderId: 'ord_1', locale: 'uk' }],
    [{ orderId: 'ord_1', returnUrl: 7 }],
  ])('rejects the body %j', async (body) => {
    expect(await call(payByCard, { as: shopper, body })).toMatchObject({ status: 400 });
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'S47 rejects a return URL of another site: %s',
    async (returnUrl) => {
      const order = await placeOrder(shopper);

      expect(await pay(order.id, { returnUrl })).toMatchObject({
        status: 400,
        body: { details: { returnUrl: expect.any(String) } },
      });
      expect(calls('start')).toBe(0);
    },
  );

  it('requires a session, and responds with 404 for another buyer’s order, even to an admin', async () => {
    const order = await placeOrder(shopper);
    const admin = await asUser(shopper, { role: 'superadmin' });

    expect((await pay(order.id, {}, null)).status).toBe(401);
    const [foreign, missing] = [await pay(order.id, {}, admin), await pay('ord_missing', {}, admin)];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body.message?.replace(order.id, 'ord_missing')).toBe(missing.body.message);
  });

  it('refuses a paid or canceled order', async () => {
    const [paid, canceled] = [await placeOrder(shopper), await placeOrder(shopper)];
    await call(payByCredit, { as: shopper, body: { orderId: paid.id } });
    await cancelOrder(shopper, canceled.id);

    expect(await pay(paid.id)).toMatchObject({ status: 409, ...code('AlreadyPaid') });
    expect(await pay(canceled.id)).toMatchObject({ status: 409, ...code('OrderCanceled') });
    expect(calls('start')).toBe(0);
  });

  it('responds with 503 without a gateway', async () => {
    const order = await placeOrder(shopper);
    installRuntime({ ...shopper, cardGateway: null });

    expect(await pay(order.id)).toMatchObject({ status: 503, ...code('GatewayNotConfigured') });
    expect(await send(Buffer.from('{}'))).toMatchObject({ status: 503, ...code('GatewayNotConfigured') });
  });
});

describe('POST /api/payments/cardgw/webhook', () => {
  it('pays the order and accepts the callback', async () => {
    const { order, reference } = await started();
    bank.say(reference, 'Approved', '1100');

    const reply = await say(reference);

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      orderReference: reference,
      status: 'accept',
      time: shopper.now().getTime() / SECOND_MS,
      signature: expect.any(String),
    });
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid', payState: 'paid' });
    expect(await inbox()).toMatchObject([{ state: 'applied', orderReference: reference, tries: 0, dupCount: 0 }]);
    expect((await attempt(reference)).evidence).toMatchObject([{ source: 'webhook', inboxId: expect.any(String) }]);
    await expectSoundMoney();
  });

  it('SI9 books fifty identical concurrent callbacks once', async () => {
    const { reference } = await started();
    bank.say(reference, 'Approved', '1100');

    const replies = await Promise.all(Array.from({ length: 50 }, () => say(reference)));

    expect(replies.filter((reply) => reply.status === 200).length).toBe(50);
    expect(await captures()).toBe(1);
    expect(await inbox()).toHaveLength(1);
    await expectSoundMoney();
  });

  it('accepts a repeated callback and only counts it', async () => {
    const { reference } = await started();
    bank.say(reference, 'Approved', '1100');
    await say(reference);
    const before = await attempt(reference);

    expect((await say(reference)).status).toBe(200);

    expect(await inbox()).toMatchObject([{ state: 'applied', dupCount: 1 }]);
    expect(await attempt(reference)).toEqual(before);
  });

  it('C5 pays by a callback that arrives before the reply to our own call', async () => {
    const order = await placeOrder(shopper);
    const { gateway } = bank;
    const eager = {
      ...gateway,
      start: async (ask: Parameters<typeof gateway.start>[0]) => {
        const page = await gateway.start(ask);
        bank.say(ask.orderReference, 'Approved', '1100');
        expect((await say(ask.orderReference)).status).toBe(200);
        return page;
      },
    };
    installRuntime({ ...shopper, cardGateway: eager });

    const reply = await pay(order.id);

    expect(reply.status).toBe(200);
    expect(await attempt(reply.body.orderReference)).toMatchObject({ status: 'paid', nextCheckAt: null });
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
    await expectSoundMoney();
  });

  it('shows a decline, and accepts the approval of another card on the same page', async () => {
    const { order, reference } = await started();
    bank.say(reference, 'Declined', '1104');
    await say(reference);
    expect((await status(order.id)).body).toMatchObject({ failure: { code: 'no_funds' }, next: 'pay' });

    bank.say(reference, 'Approved', '1100');
    await say(reference);

    expect((await status(order.id)).body).toMatchObject({ payState: 'paid', next: 'done', failure: null });
    expect((await inbox()).map(({ state }) => state)).toEqual(['applied', 'applied']);
  });

  it('offers no further payment for an order canceled meanwhile, whether declined or paid', async () => {
    const [declined, paid] = [await started(), await started()];
    bank.say(declined.reference, 'Declined', '1104');
    bank.say(paid.reference, 'Approved', '1100');
    await Promise.all([say(declined.reference), say(paid.reference)]);
    for (const { order } of [declined, paid]) await changeOrderStatus(shopper, order.id, { status: 'canceled' });

    expect((await status(declined.order.id)).body).toMatchObject({ orderStatus: 'canceled', next: 'none' });
    expect((await status(paid.order.id)).body).toMatchObject({ payState: 'paid', next: 'none' });
  });

  it('accepts a late approval that the gateway confirms', async () => {
    const { order, reference } = await started();
    await cancelOrder(shopper, order.id);
    const row = await attempt(reference);
    await applyPaymentResult(shopper, reference, saidOf(row, 'Expired', { source: 'check' }));
    bank.say(reference, 'Approved', '1100');

    expect((await say(reference)).status).toBe(200);

    expect(calls('check')).toBe(1);
    expect(await attempt(reference)).toMatchObject({ status: 'paid', excess: false });
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
    expect(await inbox()).toMatchObject([{ state: 'applied' }]);
    await expectSoundMoney();
  });

  it('C18 marks a late approval suspicious when the gateway contradicts it', async () => {
    const { order, reference } = await started();
    const row = await attempt(reference);
    await applyPaymentResult(shopper, reference, saidOf(row, 'Expired', { source: 'check' }));
    bank.say(reference, 'Declined', '1101');

    expect((await say(reference, { status: 'Approved', reasonCode: '1100' })).status).toBe(200);

    expect(await attempt(reference)).toMatchObject({ status: 'suspicious', claimedAt: null });
    expect(await orderRow(order.id)).toMatchObject({ status: 'new', payState: 'suspicious' });
    expect(await captures()).toBe(0);
  });

  it('responds with 503 to a late approval that cannot be confirmed, and applies it later', async () => {
    const { reference } = await started();
    const row = await attempt(reference);
    await applyPaymentResult(shopper, reference, saidOf(row, 'Expired', { source: 'check' }));
    bank.say(reference, 'Approved', '1100');
    const late = bank.callback({ orderReference: reference });
    bank.down = true;

    expect(await send(late)).toMatchObject({ status: 503, ...code('GatewayUnavailable') });
    expect(await inbox()).toMatchObject([{ state: 'received', tries: 0 }]);
    bank.down = false;
    expect(await drainCallbacks(shopper)).toMatchObject({ done: 0 });
    shopper.clock.advance(30 * SECOND_MS);
    expect(await drainCallbacks(shopper)).toMatchObject({ done: 1 });

    expect(await attempt(reference)).toMatchObject({ status: 'paid' });
    expect(await inbox()).toMatchObject([{ state: 'applied' }]);
    expect((await send(late)).status).toBe(200);
  });

  it('asks the gateway once about concurrent copies of a late approval', async () => {
    const { reference } = await started();
    await applyPaymentResult(shopper, reference, saidOf(await attempt(reference), 'Expired', { source: 'check' }));
    bank.say(reference, 'Approved', '1100');
    const late = bank.callback({ orderReference: reference });

    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(late)));

    expect(calls('check')).toBe(1);
    // A callback that found another one asking gets 503, is sent again, and succeeds then.
    for (const { status: answer } of answers) expect([200, 503]).toContain(answer);
    expect((await send(late)).status).toBe(200);
    expect(await attempt(reference)).toMatchObject({ status: 'paid' });
    await expectSoundMoney();
  });

  it('asks a silent gateway once per slice, and applies callbacks that need no confirmation', async () => {
    const late: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { reference } = await started();
      await applyPaymentResult(shopper, reference, saidOf(await attempt(reference), 'Expired', { source: 'check' }));
      late.push(reference);
    }
    const { reference: open } = await started();
    bank.down = true;
    for (const reference of [...late, open]) {
      bank.say(reference, 'Approved', '1100');
      await leaveUnanswered(reference);
      shopper.clock.advance(SECOND_MS);
    }
    shopper.clock.advance(30 * SECOND_MS);

    expect(await drainCallbacks(shopper)).toMatchObject({ seen: 3, done: 1, next: null });

    expect(calls('check')).toBe(1);
    expect(await attempt(open)).toMatchObject({ status: 'paid' });
    bank.down = false;
    shopper.clock.advance(6 * SECOND_MS);
    expect(await drainCallbacks(shopper)).toMatchObject({ seen: 2, done: 2 });
    await expectSoundMoney();
  });

  it('drains pending callbacks in slices, each continuing where the last one ended', async () => {
    const { reference } = await started();
    for (let i = 0; i < 12; i++) {
      bank.say(reference, 'Declined', String(1101 + i));
      await leaveUnanswered(reference);
    }
    shopper.clock.advance(30 * SECOND_MS);
    const drain = processes.find(({ id }) => id === 'payment-reconcile');

    const first = await drain?.run(shopper, null);
    const second = await drain?.run(shopper, first?.cursor ?? null);

    expect([first?.counts.done, second?.counts.done]).toEqual([10, 2]);
    expect(new Set((await inbox()).map(({ state }) => state))).not.toContain('received');
    const asked = await drain?.run(shopper, second?.cursor ?? null);
    expect(asked?.cursor).toBeNull();
  });

  it('SI11 does not undo a refund by an approval from before it', async () => {
    const { order, reference } = await started();
    bank.say(reference, 'Approved', '1100');
    const approval = bank.callback({ orderReference: reference });
    await send(approval);
    bank.say(reference, 'Refunded', '1100');
    await say(reference);

    expect((await send(approval)).status).toBe(200);
    expect((await say(reference, { status: 'Approved', reasonCode: '1101' })).status).toBe(200);

    expect(await attempt(reference)).toMatchObject({ status: 'refunded' });
    expect(await orderRow(order.id)).toMatchObject({ payState: 'refunded' });
    expect(await captures()).toBe(1);
    await expectSoundMoney();
  });

  it.each([
    ['amount', { amountText: '99.99' }],
    ['currency', { currency: 'EUR' }],
    ['merchant', { merchantAccount: 'another' }],
  ])('S42 marks nothing paid with the wrong %s', async (_, wrong) => {
    const { order, reference } = await started();
    bank.say(reference, 'Approved', '1100');

    expect((await say(reference, wrong)).status).toBe(200);

    expect(await attempt(reference)).toMatchObject({ status: 'suspicious' });
    expect(await orderRow(order.id)).toMatchObject({ status: 'new', payState: 'suspicious', paidAt: null });
    expect(shopper.lines.filter(({ event }) => event === 'payment.alerted')).toHaveLength(1);
    await expectSoundMoney();
  });

  it('refuses the buyer’s further payments of an order under review until its money is back', async () => {
    const { order, reference } = await started();
    bank.say(reference, 'Approved', '1100');
    await say(reference, { amountText: '99.99' });

    const inDoubt = { status: 409, ...code('PaymentUnderReview') };
    expect(await pay(order.id)).toMatchObject(inDoubt);
    expect(await call(payByCredit, { as: shopper, body: { orderId: order.id } })).toMatchObject(inDoubt);
    expect((await status(order.id)).body).toMatchObject({ payState: 'suspicious', next: 'wait' });
    const { timeline } = await viewOfOrder(shopper, await getOwnOrder(shopper, order.id));
    expect(timeline?.at(-1)?.text).toBe('The payment is being checked');

    bank.say(reference, 'Voided', '1100');
    await say(reference);
    expect((await pay(order.id)).body).toMatchObject({ orderReference: `${order.number}-2`, reused: false });
  });

  it('lets an admin mark an order under review as paid', async () => {
    const { order, reference } = await started();
    bank.say(reference, 'Approved', '1100');
    await say(reference, { amountText: '99.99' });

    await payByHand(shopper, order.id);

    expect(await orderRow(order.id)).toMatchObject({ status: 'paid', payState: 'paid' });
    await expectSoundMoney();
  });

  it('stores signed callbacks for unknown payments and alerts a person', async () => {
    const { reference } = await started();
    bank.say(reference, 'Approved', '1100');
    const text = Buffer.from(bank.callback({ orderReference: reference })).toString('utf8');

    for (const stranger of ['P000000000-9', 'not/a reference', '__proto__']) {
      const orphan = Buffer.from(text.replaceAll(reference, stranger));
      expect((await send(orphan)).status).toBe(200);
      expect((await send(orphan)).status).toBe(200);
    }

    expect((await inbox()).map(({ state, dupCount }) => `${state} ${dupCount}`)).toEqual(Array(3).fill('orphan 1'));
    expect(shopper.lines.filter(({ event }) => event === 'callback.orphaned')).toHaveLength(3);
    expect((await promisedAlerts(shopper)).map(({ kind, lines }) => `${kind} ${lines[0]?.name}`).sort()).toEqual(
      ['P000000000-9', '__proto__', 'not/a reference'].map((stranger) => `orphan ${stranger}`),
    );
    expect(await attempt(reference)).toMatchObject({ status: 'pending' });
  });

  it.each([
    ['unreadable', 400, 'nonsense'],
    ['of another merchant', 401, '{"merchantAccount":"another"}'],
    ['forged', 401, '{"merchantAccount":"scripted_merchant","forged":true}'],
    ['too large', 413, ' '.repeat(64 * 1024 + 1)],
  ])('SI10 changes nothing for a callback that is %s', async (_, refusal, text) => {
    const before = await shopper.data.counter(REFUSED_CALLBACKS.name, REFUSED_CALLBACKS.shards).read();

    expect((await send(Buffer.from(text))).status).toBe(refusal);

    expect(await inbox()).toEqual([]);
    const counted = (await shopper.data.counter(REFUSED_CALLBACKS.name, REFUSED_CALLBACKS.shards).read()) - before;
    expect(counted).toBe(refusal === 401 ? 1 : 0);
  });

  it('responds with 500 to a callback that cannot be applied, gives up after ten tries, and alerts once', async () => {
    const { reference } = await started();
    bank.say(reference, 'Approved', '1100');
    installRuntime({ ...shopper, purposes: {} });

    for (let tries = 1; tries <= 10; tries++) expect((await say(reference)).status).toBe(500);
    shopper.clock.advance(MINUTE_MS);

    expect(await inbox()).toMatchObject([{ state: 'poison', tries: 10 }]);
    expect(await drainCallbacks(shopper)).toMatchObject({ done: 0 });
    expect(shopper.lines.filter(({ event }) => event === 'callback.poisoned')).toHaveLength(1);
    expect(await promisedAlerts(shopper)).toMatchObject([{ kind: 'poison', lines: [{ name: reference }] }]);
    installRuntime(shopper);
    expect((await say(reference)).status).toBe(200);
    expect(await inbox()).toMatchObject([{ state: 'applied' }]);
  });

  it('stores neither the card token nor personal data of the payer', async () => {
    const { reference } = await started();
    const told = JSON.parse(Buffer.from(bank.callback({ orderReference: reference })).toString('utf8'));
    const more = { recToken: 'tok-1', email: 'olha@plaza.test', phone: '380501234567', clientName: 'Olha' };

    await send(Buffer.from(JSON.stringify({ ...told, ...more })));

    const kept = JSON.stringify(await inbox());
    for (const secret of Object.values(more)) expect(kept).not.toContain(secret);
    expect(kept).toContain('recToken');
  });

  it('accepts a callback at its former address, and names the successor', async () => {
    const { reference } = await started();
    bank.say(reference, 'Approved', '1100');

    const reply = await send(bank.callback({ orderReference: reference }), callBackAsBefore);

    expect(reply.status).toBe(200);
    expect(replacedBy(reply)).toEqual(['true', '</api/payments/cardgw/webhook>; rel="successor-version"']);
    expect(await attempt(reference)).toMatchObject({ status: 'paid' });
  });

  it('names the successor in refusals too', async () => {
    const tooLarge = Buffer.from(' '.repeat(64 * 1024 + 1));
    const replies = [
      await send(Buffer.from('nonsense'), callBackAsBefore),
      await send(Buffer.from('{"merchantAccount":"another"}'), callBackAsBefore),
      await send(tooLarge, callBackAsBefore),
    ];
    installRuntime({ ...shopper, cardGateway: null });
    replies.push(await send(Buffer.from('{}'), callBackAsBefore));

    expect(replies.map(({ status: refusal }) => refusal)).toEqual([400, 401, 413, 503]);
    for (const reply of replies)
      expect(replacedBy(reply)).toEqual(['true', '</api/payments/cardgw/webhook>; rel="successor-version"']);
    expect(replacedBy(await send(Buffer.from('nonsense')))).toEqual([null, null]);
  });

  it('allows six hundred calls a minute from one source', async () => {
    const replies = [];
    for (let sent = 0; sent < 601; sent++) replies.push((await send(Buffer.from('nonsense'))).status);

    expect(replies.slice(0, 600).every((refusal) => refusal === 400)).toBe(true);
    expect(replies[600]).toBe(429);
  });
});

describe('/pay/return', () => {
  const crossSite = { 'sec-fetch-site': 'cross-site', 'content-type': 'multipart/form-data; boundary=x' };

  it('redirects a cross-site return to the order, and changes nothing', async () => {
    const { order, reference } = await started();
    const before = await attempt(reference);

    const posted = await call(postBack, {
      raw: 'transactionStatus=Approved',
      query: { ref: reference },
      headers: crossSite,
    });
    const got = await call(comeBack, { query: { ref: reference }, headers: { 'sec-fetch-site': 'cross-site' } });

    for (const reply of [posted, got]) {
      expect(reply.status).toBe(303);
      expect(reply.headers.get('location')).toBe(`/orders/${order.id}`);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
    expect(await attempt(reference)).toEqual(before);
  });

  it.each(['', 'P000000000-1', '__proto__', '../../evil', 'https://evil.test'])(
    'redirects to the orders for the reference %j',
    async (ref) => {
      const reply = await call(postBack, { raw: '', query: { ref }, headers: crossSite });

      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/orders']);
    },
  );
});

describe('GET /api/store/payments/{orderId}/status', () => {
  it('asks the gateway at most once in five seconds, and shows the order paid', async () => {
    const { order, reference } = await started();
    await status(order.id);
    expect(calls('check')).toBe(0);
    shopper.clock.advance(5 * SECOND_MS + 1);

    await Promise.all(Array.from({ length: 8 }, () => status(order.id)));
    expect(calls('check')).toBe(1);
    expect((await status(order.id)).body).toMatchObject({ payState: 'pending', next: 'wait' });

    bank.say(reference, 'Approved', '1100');
    shopper.clock.advance(5 * SECOND_MS + 1);
    expect((await status(order.id)).body).toMatchObject({ orderStatus: 'paid', payState: 'paid', next: 'done' });
    await status(order.id);
    expect(calls('check')).toBe(2);
    await expectSoundMoney();
  });

  it('returns the stored status when the gateway is down', async () => {
    const { order } = await started();
    bank.down = true;
    shopper.clock.advance(MINUTE_MS);

    expect(await status(order.id)).toMatchObject({ status: 200, body: { payState: 'pending', next: 'wait' } });
  });

  it('treats an attempt unknown to the gateway as open while its page lives, then as expired', async () => {
    const { order, reference } = await started();
    bank.payments.delete(reference);
    shopper.clock.advance(24 * MINUTE_MS);
    expect((await status(order.id)).body).toMatchObject({ payState: 'pending' });

    shopper.clock.advance(MINUTE_MS);

    expect((await status(order.id)).body).toMatchObject({ payState: 'unpaid', next: 'pay' });
    expect(await attempt(reference)).toMatchObject({ status: 'expired' });
  });
});

describe('an order that is being paid by card', () => {
  it('C14 is paid once when callbacks, return, polls and another payment race', async () => {
    const { order, reference } = await started();
    bank.say(reference, 'Approved', '1100');
    shopper.clock.advance(5 * SECOND_MS + 1);

    const replies = await Promise.all([
      say(reference),
      say(reference, { status: 'InProcessing', reasonCode: '1131' }),
      say(reference, { status: 'Declined', reasonCode: '1104' }),
      send(bank.callback({ orderReference: reference }), callBackAsBefore),
      status(order.id),
      status(order.id),
      call(postBack, { raw: '', query: { ref: reference }, headers: { 'sec-fetch-site': 'cross-site' } }),
      pay(order.id),
    ]);

    expect(replies.filter((reply) => reply.status >= 500)).toEqual([]);
    expect(await attempt(reference)).toMatchObject({ status: 'paid', excess: false });
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid', payState: 'paid' });
    expect(await captures()).toBe(1);
    await expectSoundMoney();
  });

  it('reports a second payment and its refund, and stays paid by the first', async () => {
    const order = await placeOrder(shopper);
    bank.loseNextAnswer();
    await pay(order.id);
    await pay(order.id);
    for (const n of [2, 1]) bank.say(`${order.number}-${n}`, 'Approved', '1100');
    await say(`${order.number}-2`);
    const own = { payState: 'paid', orderReference: `${order.number}-2`, next: 'done' };
    expect((await status(order.id)).body).toMatchObject({ ...own, moneyBack: null });

    await say(`${order.number}-1`);

    expect((await status(order.id)).body).toMatchObject({ ...own, moneyBack: 'returning' });
    await shopper.drain();
    expect((await status(order.id)).body).toMatchObject({ ...own, moneyBack: 'returned' });
    await expectSoundMoney();
  });

  it('can be canceled by its buyer after the gateway page was opened, which frees its stock at once', async () => {
    await open({ units: { mug: 1 } });
    const { order, reference } = await started();

    await cancelOwnOrder(shopper, order.id);

    expect(await attempt(reference)).toMatchObject({ status: 'superseded' });
    expect(await orderRow(order.id)).toMatchObject({ status: 'canceled', cancelReason: 'buyer', payState: 'unpaid' });
    expect(await placeOrder(await anotherShopper(shopper))).toMatchObject({ status: 'new' });
    await expectSoundMoney();
  });

  it.each([
    ['is paid by money that arrives after its cancellation, while its stock is still free', false],
    ['refunds money that arrives after its cancellation, when its stock was sold', true],
  ])('%s', async (_, isSold) => {
    await open({ units: { mug: 1 } });
    const { order, reference } = await started();
    await cancelOwnOrder(shopper, order.id);
    if (isSold) await placeOrder(await anotherShopper(shopper));
    bank.say(reference, 'Approved', '1100');

    expect((await say(reference)).status).toBe(200);
    await shopper.drain();

    expect(await orderRow(order.id)).toMatchObject(
      isSold ? { status: 'canceled', payState: 'refunded' } : { status: 'paid', payState: 'paid' },
    );
    await expectSoundMoney();
  });

  it('cannot be canceled by its buyer while its payment is held or under review', async () => {
    for (const status of ['WaitingAuthComplete', 'Approved']) {
      const { order, reference } = await started();
      const amount = status === 'Approved' ? { amountText: '1.00' } : {};
      await say(reference, { status, reasonCode: '1131', ...amount });

      await expect(cancelOwnOrder(shopper, order.id)).rejects.toMatchObject({ code: 'PaymentUnderReview' });
    }
  });

  it('does not expire before the gateway has reported its page as expired', async () => {
    const { order, reference } = await started();
    shopper.clock.advance(120 * MINUTE_MS);
    expect(await expireOrders(shopper)).toMatchObject({ done: 0 });

    bank.say(reference, 'Expired', '1124');
    await status(order.id);

    expect(await expireOrders(shopper)).toMatchObject({ done: 1 });
    expect(await orderRow(order.id)).toMatchObject({ status: 'canceled', cancelReason: 'expired' });
  });

  it('expires long after its page when the gateway was asked since, and still accepts late money', async () => {
    const { order, reference } = await started();
    bank.say(reference, 'InProcessing');
    shopper.clock.advance(30 * MINUTE_MS);
    await status(order.id);
    shopper.clock.advance(4 * MINUTE_MS);
    expect(await expireOrders(shopper)).toMatchObject({ done: 0 });

    shopper.clock.advance(90 * MINUTE_MS);
    expect(await expireOrders(shopper)).toMatchObject({ done: 1 });
    expect(await orderRow(order.id)).toMatchObject({ status: 'canceled', cancelReason: 'expired' });
    bank.say(reference, 'Approved', '1100');
    expect((await say(reference)).status).toBe(200);

    expect(await orderRow(order.id)).toMatchObject({ status: 'paid', payState: 'paid' });
    await expectSoundMoney();
  });
});
