import { describe, expect, it } from 'vitest';
import { POST as check } from '#app/api/admin/payments/[orderReference]/check/route.ts';
import { POST as reverse } from '#app/api/admin/payments/[orderReference]/reverse/route.ts';
import { POST as payOut } from '#app/api/admin/payouts/route.ts';
import { GET as listPayments } from '#app/api/admin/users/[id]/payments/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { minutesFrom } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { Settlements } from '#lib/payments/collections.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { Orders } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import { cardShop, startAtGateway, stored } from '#tests/support/card.ts';
import { asUser } from '#tests/support/context.ts';
import { placeOrder } from '#tests/support/paying.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';

async function open(vars: Record<string, string> = {}) {
  const shop = await cardShop({ vars });
  installRuntime(shop.ctx);
  return { ...shop, admin: await asUser(shop.ctx, { role: 'admin' }) };
}
type Shop = Awaited<ReturnType<typeof open>>;

const expectSound = async ({ ctx }: Shop) => expect(auditMoney(await readMoney(ctx.data))).toEqual([]);
const acts = async ({ ctx }: Shop, action: string) =>
  (await everyRow(ctx.data, AuditLog)).map(({ data }) => data).filter((row) => row.action === action);

async function paidByCard(shop: Shop) {
  const row = await startAtGateway(shop);
  shop.gateway.say(row.orderReference, 'Approved');
  await applyPaymentResult(shop.ctx, row.orderReference, saidOf(row, 'Approved', { source: 'check' }));
  return row;
}
async function paidByCredit(shop: Shop) {
  const { id } = await placeOrder(shop.ctx);
  return (await payByCredit(shop.ctx, id)).payment;
}

describe('POST /api/admin/payments/{orderReference}/check', () => {
  const ask = (shop: Shop, orderReference: string) =>
    call(check, { as: shop.admin, params: { orderReference }, method: 'POST' });

  it('asks the gateway and applies its status', async () => {
    const shop = await open();
    const row = await startAtGateway(shop);
    shop.gateway.say(row.orderReference, 'Approved');

    const reply = await ask(shop, row.orderReference);

    expect(reply).toMatchObject({ status: 200, body: { success: true, known: true, payment: { status: 'paid' } } });
    expect(await acts(shop, 'payment.checked')).toHaveLength(1);
    await expectSound(shop);
  });

  it('reports a payment that the gateway does not know, and responds with 503 without a working gateway', async () => {
    const shop = await open();
    const row = await startAtGateway(shop, { opened: false });
    expect(await ask(shop, row.orderReference)).toMatchObject({ status: 200, body: { known: false } });

    shop.gateway.down = true;
    expect(await ask(shop, row.orderReference)).toMatchObject({
      status: 503,
      body: { details: { code: 'GatewayUnavailable' } },
    });
    installRuntime({ ...shop.ctx, cardGateway: null });
    expect(await ask(shop, row.orderReference)).toMatchObject({
      status: 503,
      body: { details: { code: 'GatewayNotConfigured' } },
    });
  });
});

describe('POST /api/admin/payments/{orderReference}/reverse', () => {
  const ask = (shop: Shop, orderReference: string, body: unknown = { reason: 'a complaint' }) =>
    call(reverse, { as: shop.admin, params: { orderReference }, body });

  it('refunds credit and reverses everything booked with it, with the same response to a repeat', async () => {
    const shop = await open();
    const { orderReference, orderId } = await paidByCredit(shop);

    const replies = [await ask(shop, orderReference), await ask(shop, orderReference)];

    for (const reply of replies)
      expect(reply).toMatchObject({ status: 200, body: { payment: { status: 'refunded', refundState: 'done' } } });
    expect(await creditOf(shop.ctx.data, shop.ctx.user.id)).toMatchObject({ balanceMinor: 1_000_000 });
    expect(await shop.ctx.data.need(Orders, orderId ?? '')).toMatchObject({
      data: { status: 'paid', payState: 'refunded', vendorSettlements: [{ state: 'reversed' }] },
    });
    expect(await acts(shop, 'payment.reversed')).toMatchObject([{ reason: 'a complaint', result: 'ok' }]);
    await expectSound(shop);
  });

  it('refunds once for concurrent calls', async () => {
    const shop = await open();
    const { orderReference } = await paidByCredit(shop);

    const replies = await Promise.all([1, 2, 3].map(() => ask(shop, orderReference)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await creditOf(shop.ctx.data, shop.ctx.user.id)).toMatchObject({ balanceMinor: 1_000_000 });
    expect(await acts(shop, 'payment.reversed')).toHaveLength(1);
    await expectSound(shop);
  });

  it('refuses a card refund unless it is enabled, and writes an audit entry', async () => {
    const shop = await open();
    const row = await paidByCard(shop);

    const reply = await ask(shop, row.orderReference);

    expect(reply).toMatchObject({ status: 403, body: { details: { code: 'RailDisabled' } } });
    expect(await acts(shop, 'payment.reversed')).toMatchObject([{ result: 'denied' }]);
    expect(await stored(shop, row)).toMatchObject({ status: 'paid', refundState: 'none' });
  });

  it('refunds a card once through the gateway when card refunds are enabled', async () => {
    const shop = await open({ PAYMENT_CARD_REFUND: 'true' });
    const row = await paidByCard(shop);

    const reply = await ask(shop, row.orderReference);
    await ask(shop, row.orderReference);
    await shop.ctx.drain();

    expect(reply.body.payment).toMatchObject({ status: 'paid', refundState: 'pending' });
    expect(shop.gateway.calls.map(({ verb }) => verb)).toEqual(['refund']);
    expect(await stored(shop, row)).toMatchObject({ status: 'refunded', refundState: 'done' });
    await expectSound(shop);
  });

  it('responds with 503 for a card without a gateway, and leaves the payment unchanged', async () => {
    const shop = await open({ PAYMENT_CARD_REFUND: 'true' });
    const row = await paidByCard(shop);
    installRuntime({ ...shop.ctx, cardGateway: null });

    const reply = await ask(shop, row.orderReference);

    expect(reply).toMatchObject({ status: 503, body: { details: { code: 'GatewayNotConfigured' } } });
    expect(await stored(shop, row)).toMatchObject({ status: 'paid', refundState: 'none' });
  });

  it('requires a fresh code with step-up on, and moves no money without it', async () => {
    const shop = await open({ ADMIN_STEP_UP: 'on' });
    const { orderReference } = await paidByCredit(shop);

    const reply = await ask(shop, orderReference);

    expect(reply).toMatchObject({ status: 403, body: { details: { code: 'StepUpRequired' } } });
    expect(await stored(shop, { orderReference })).toMatchObject({ status: 'paid', refundState: 'none' });
    expect(await acts(shop, 'payment.reversed')).toMatchObject([{ result: 'denied' }]);
    const until = minutesFrom(shop.ctx.now(), 15);
    const times = { createdAt: until, expiresAt: until, idleExpiresAt: until, stepUpUntil: until };
    const proved = { ...shop.admin, session: { id: 'ses_1', ...times } };
    expect(await reversePayment(proved, orderReference, 'a complaint')).toMatchObject({ status: 'refunded' });
  });

  it('refuses an unpaid payment and one paid by hand, and rejects an invalid body', async () => {
    const shop = await open({ PAYMENT_CARD_REFUND: 'true' });
    const row = await startAtGateway(shop);
    const { id, number } = await placeOrder(shop.ctx);
    await changeOrderStatus(shop.admin, id, { status: 'paid' });

    expect(await ask(shop, row.orderReference)).toMatchObject({ status: 409, body: { details: { code: 'NotPaid' } } });
    expect(await ask(shop, `${number}-1`)).toMatchObject({
      status: 409,
      body: { details: { code: 'NotReversible' } },
    });
    for (const body of [{}, { reason: '' }, { reason: 'x', amount: 1 }])
      expect((await ask(shop, row.orderReference, body)).status).toBe(400);
  });
});

describe('GET /api/admin/users/{id}/payments', () => {
  const list = (shop: Shop, query: Record<string, string | number> = {}) =>
    call(listPayments, { as: shop.admin, params: { id: shop.ctx.user.id }, query });

  it('returns the payments of the requested purposes, newest first, in pages', async () => {
    const shop = await open();
    const made: string[] = [];
    for (let i = 0; i < 3; i++) {
      made.unshift((await paidByCredit(shop)).orderReference);
      shop.ctx.clock.advance(1_000);
    }

    expect((await list(shop)).body).toEqual({ payments: [], nextCursor: null });
    const first = await list(shop, { purposes: 'store_order,wallet_topup', limit: 2 });
    const second = await list(shop, {
      purposes: 'store_order,wallet_topup',
      limit: 2,
      cursor: first.body.nextCursor ?? '',
    });

    const seen = [...first.body.payments, ...second.body.payments];
    expect(seen.map(({ orderReference }) => orderReference)).toEqual(made);
    expect(second.body.nextCursor).toBeNull();
    expect(seen[0]).not.toHaveProperty('evidence');
  });

  it.each([{ purposes: 'nonsense' }, { limit: 0 }, { cursor: '!' }])('rejects the query %j', async (query) => {
    const shop = await open();
    expect((await list(shop, query as Record<string, string>)).status).toBe(400);
  });
});

describe('POST /api/admin/payouts', () => {
  /** Creates settlements of paid and completed orders that have become payable. */
  async function payable(shop: Shop, orders = 2) {
    const references: string[] = [];
    for (let i = 0; i < orders; i++) {
      const { orderReference, orderId } = await paidByCredit(shop);
      references.push(orderReference);
      await changeOrderStatus(shop.admin, orderId ?? '', { status: 'completed' });
    }
    await releaseDue(shop.ctx);
    const rows = await everyRow(shop.ctx.data, Settlements);
    return { ids: rows.filter(({ data }) => data.state === 'payable').map(({ id }) => id), references };
  }
  const pay = (shop: Shop, settlementIds: readonly string[], key?: string) =>
    call(payOut, {
      as: shop.admin,
      body: { vendorId: TEST_VENDOR_ID, settlementIds, bankReference: 'Transfer 7' },
      ...(key && { headers: { 'idempotency-key': key } }),
    });

  it('records the transfer in settlements, orders and journal at once', async () => {
    const shop = await open({ STORE_RETURN_DAYS: '0' });
    const { ids } = await payable(shop);

    const reply = await pay(shop, ids);

    expect(reply).toMatchObject({ status: 200, body: { success: true, payout: { amountMinor: 18_000 } } });
    expect(await balanceOf(shop.ctx.data, `vendor:${TEST_VENDOR_ID}:payable`, 'UAH')).toBe(0);
    expect(await balanceOf(shop.ctx.data, 'bank', 'UAH')).toBe(-18_000);
    for (const { data } of await everyRow(shop.ctx.data, Orders))
      expect(data.vendorSettlements.map(({ state }) => state)).toEqual(['paid']);
    expect(await acts(shop, 'payout.made')).toMatchObject([{ result: 'ok', after: { amountMinor: 18_000 } }]);
    await expectSound(shop);
  });

  it('pays settlements once, under the same key and under another, also concurrently', async () => {
    const shop = await open({ STORE_RETURN_DAYS: '0' });
    const { ids } = await payable(shop);

    const replies = await Promise.all([pay(shop, ids, 'one'), pay(shop, ids, 'one'), pay(shop, ids, 'two')]);
    const again = await pay(shop, ids, 'one');

    const paid = new Set(replies.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(paid.size).toBe(1);
    expect([again.status, ...replies.map(({ status }) => status)]).toContain(409);
    expect(await balanceOf(shop.ctx.data, 'bank', 'UAH')).toBe(-18_000);
    await expectSound(shop);
  });

  it('withholds, once, what was paid for a sale reversed since', async () => {
    const shop = await open({ STORE_RETURN_DAYS: '0' });
    const { ids, references } = await payable(shop, 1);
    await pay(shop, ids);
    await call(reverse, {
      as: shop.admin,
      params: { orderReference: references[0] ?? '' },
      body: { reason: 'returned' },
    });
    const alone = await payable(shop, 1);
    expect(await pay(shop, alone.ids)).toMatchObject({ status: 409, body: { details: { code: 'NothingToPay' } } });

    const more = await payable(shop, 1);
    const reply = await pay(shop, more.ids);

    expect(reply).toMatchObject({ status: 200, body: { payout: { amountMinor: 9_000, keptBackIds: ids } } });
    expect(await balanceOf(shop.ctx.data, `vendor:${TEST_VENDOR_ID}:payable`, 'UAH')).toBe(0);
    await expectSound(shop);
  });

  it('withholds an overpayment in its own currency, whatever other currencies hold', async () => {
    const shop = await open({ STORE_RETURN_DAYS: '0' });
    const { ids, references } = await payable(shop, 1);
    await pay(shop, ids);
    await call(reverse, {
      as: shop.admin,
      params: { orderReference: references[0] ?? '' },
      body: { reason: 'returned' },
    });
    const [known] = await everyRow(shop.ctx.data, Settlements);
    if (!known) throw new Error('no settlement');
    // Ids are not in order of time, so a page over all currencies may hold none of the right currency.
    await shop.ctx.data.batch((write) => {
      for (let i = 0; i < 100; i++)
        write.create(Settlements, `a_${String(i).padStart(3, '0')}`, { ...known.data, currency: 'EUR' });
    });
    await payable(shop, 2);
    const fresh = (await everyRow(shop.ctx.data, Settlements)).filter(({ data }) => data.state === 'payable');

    const reply = await pay(
      shop,
      fresh.map(({ id }) => id),
    );

    expect(reply).toMatchObject({ status: 200, body: { payout: { amountMinor: 9_000, keptBackIds: ids } } });
  });

  it('rejects settlements that are not payable, missing, repeated or too many', async () => {
    const shop = await open({ STORE_RETURN_DAYS: '0' });
    await paidByCredit(shop);
    const ids = (await everyRow(shop.ctx.data, Settlements)).map(({ id }) => id);
    const [id = ''] = ids;

    expect(await pay(shop, ids)).toMatchObject({ status: 409, body: { details: { code: 'NotPayable' } } });
    expect((await pay(shop, ['set_missing'])).status).toBe(404);
    expect((await pay(shop, [id, id])).status).toBe(400);
    expect(
      (
        await pay(
          shop,
          Array.from({ length: 101 }, (_, i) => `set_${i}`),
        )
      ).status,
    ).toBe(400);
  });
});
