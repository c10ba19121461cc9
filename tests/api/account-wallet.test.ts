import { beforeEach, describe, expect, it } from 'vitest';
import { POST as join } from '#app/api/account/membership/route.ts';
import { GET as readPayments } from '#app/api/account/wallet/payments/route.ts';
import { GET as readWallet } from '#app/api/account/wallet/route.ts';
import { POST as startTopUp } from '#app/api/account/wallet/top-up/route.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { topUpDue } from '#lib/payments/wallet/account-dues.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import type { TestContext } from '#tests/support/context.ts';
import { anotherShopper, payingShopper, placeOrder, startAccountCard } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';

type Shopper = TestContext & UserContext;
let shopper: Shopper;

async function open(shop: Parameters<typeof payingShopper>[0] = {}): Promise<Shopper> {
  shopper = await payingShopper({
    creditMinor: 50_000,
    ...shop,
    vars: { PAYMENT_MEMBERSHIP_PRICE_MINOR: '20000', ...shop.vars },
  });
  installRuntime(shopper);
  return shopper;
}
beforeEach(() => open());

const wallet = (query: Record<string, string | number> = {}, as: Shopper | null = shopper) =>
  call(readWallet, { ...(as && { as }), query });
const become = (body: unknown = { processor: 'credit' }, as: Shopper | null = shopper) =>
  call(join, { ...(as && { as }), body });
const roleOf = async ({ data, user }: Shopper) => (await data.need(Users, user.id)).data.role;
const expectSoundMoney = async () => expect(auditMoney(await readMoney(shopper.data))).toEqual([]);

/** Moves the clock between two bookings, so that their order is unique. */
async function later<R>(work: () => Promise<R>): Promise<R> {
  shopper.clock.advance(SECOND_MS);
  return work();
}

async function toppedUp(amountMinor: number, ...said: readonly string[]) {
  const row = await startAccountCard(shopper, await topUpDue(shopper, amountMinor));
  for (const status of said)
    await later(() => applyPaymentResult(shopper, row.orderReference, saidOf(row, status, { source: 'check' })));
}

describe('GET /api/account/wallet', () => {
  it('returns the balance and its entries, newest first, with the kind of each', async () => {
    const order = await placeOrder(shopper);
    await later(() => payByCredit(shopper, order.id));
    await toppedUp(5_000, 'Approved', 'Refunded');
    await later(() => become());

    const { status, body } = await wallet();

    expect(status).toBe(200);
    expect(body).toMatchObject({ balanceMinor: 20_000, currency: 'UAH', nextCursor: null });
    expect(body.entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['membership', -20_000],
      ['topup_refund', -5_000],
      ['topup', 5_000],
      ['order', -10_000],
      ['gift', 50_000],
    ]);
    expect(body.entries[3]).toMatchObject({ orderId: order.id, orderNumber: order.number, currency: 'UAH' });
    expect(body.entries[4]).toMatchObject({ orderId: null, orderNumber: null });
  });

  it('pages to the last entry by cursor', async () => {
    for (const amountMinor of [1_000, 2_000]) await toppedUp(amountMinor, 'Approved');

    const first = await wallet({ limit: 2 });
    const second = await wallet({ limit: 2, cursor: first.body.nextCursor ?? '' });

    const amounts = [...first.body.entries, ...second.body.entries].map(({ amountMinor }) => amountMinor);
    expect(amounts).toEqual([2_000, 1_000, 50_000]);
    expect(second.body.nextCursor).toBeNull();
  });

  it('returns an empty wallet to another user', async () => {
    const { body } = await wallet({}, await anotherShopper(shopper, 0));

    expect(body).toEqual({ balanceMinor: 0, currency: 'UAH', entries: [], nextCursor: null });
  });

  it.each([{ limit: 0 }, { limit: 'x' }, { cursor: 'nonsense' }, { cursor: '' }])(
    'rejects the query %j',
    async (query) => {
      expect(await wallet(query)).toMatchObject({ status: 400, body: { error: 'ValidationError' } });
    },
  );

  it('requires a session', async () => {
    expect(await wallet({}, null)).toMatchObject({ status: 401 });
  });
});

describe('POST /api/account/membership', () => {
  it('makes a visitor a member and charges the price to the credit, once', async () => {
    const reply = await become();

    expect(reply).toMatchObject({
      status: 200,
      body: {
        payment: {
          purpose: 'membership_upgrade',
          status: 'paid',
          amountMinor: 20_000,
          orderId: null,
          orderNumber: null,
        },
        balanceMinor: 30_000,
        currency: 'UAH',
      },
    });
    expect(await roleOf(shopper)).toBe('member');
    expect(await become()).toMatchObject({ status: 409, body: { details: { code: 'AlreadyPaid' } } });
    expect((await wallet()).body.balanceMinor).toBe(30_000);
    await expectSoundMoney();
  });

  it('charges once for concurrent calls', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => become()));

    expect(replies.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await wallet()).body.balanceMinor).toBe(30_000);
    await expectSoundMoney();
  });

  it('accepts a balance equal to the price, and refuses one unit less', async () => {
    await open({ creditMinor: 20_000 });
    expect(await become()).toMatchObject({ status: 200, body: { balanceMinor: 0 } });

    await open({ creditMinor: 19_999 });
    expect(await become()).toMatchObject({
      status: 409,
      body: { details: { code: 'InsufficientCredit', balanceMinor: '19999' } },
    });
    expect(await roleOf(shopper)).toBe('visitor');
    await expectSoundMoney();
  });

  it('refuses when no membership is sold, and when credit is switched off', async () => {
    await open({ vars: { PAYMENT_MEMBERSHIP_PRICE_MINOR: '' } });
    expect(await become()).toMatchObject({ status: 409, body: { details: { code: 'NotSold' } } });

    await open({ vars: { PAYMENT_STORE_ALLOW_CREDIT: 'false' } });
    expect(await become()).toMatchObject({ status: 403, body: { details: { code: 'RailDisabled' } } });
  });

  it('leaves a higher role unchanged', async () => {
    await shopper.data.update(Users, shopper.user.id, { role: 'confidential' });

    expect(await become()).toMatchObject({ status: 409, body: { details: { code: 'AlreadyPaid' } } });
    expect(await roleOf(shopper)).toBe('confidential');
  });

  it.each([[{}], [{ processor: 'manual' }], [{ processor: 7 }], [[]]])('rejects the body %j', async (body) => {
    expect(await become(body)).toMatchObject({ status: 400, body: { error: 'ValidationError' } });
  });

  it('requires a session', async () => {
    expect(await become({ processor: 'credit' }, null)).toMatchObject({ status: 401 });
  });
});

describe('POST /api/account/wallet/top-up', () => {
  const openWithGateway = async () => {
    const gateway = scriptedGateway();
    await open({ creditMinor: 0, cardGateway: gateway.gateway });
    return gateway;
  };
  const topUp = (body: unknown = { amountMinor: 5_000 }, as: Shopper | null = shopper) =>
    call(startTopUp, { ...(as && { as }), body });
  const approve = async (orderReference: string) => {
    const { data } = await shopper.data.need(PaymentTransactions, orderReference);
    await later(() => applyPaymentResult(shopper, orderReference, saidOf(data, 'Approved', { source: 'check' })));
  };

  it('returns a payment page, whose payment becomes credit', async () => {
    await openWithGateway();

    const { status, body } = await topUp();
    expect(status).toBe(200);
    expect(body).toMatchObject({ orderReference: expect.stringMatching(/^W[0-9A-Z]{9}-1$/), reused: false });
    expect(body.paymentUrl).toContain(body.orderReference);
    expect((await wallet()).body).toMatchObject({ balanceMinor: 0, entries: [] });

    await approve(body.orderReference);
    expect((await wallet()).body).toMatchObject({ balanceMinor: 5_000, entries: [{ kind: 'topup' }] });
    await expectSoundMoney();
  });

  it('returns the open page again, also for concurrent calls', async () => {
    await openWithGateway();

    const replies = await Promise.all(Array.from({ length: 4 }, () => topUp()));

    expect(new Set(replies.map(({ body }) => body.orderReference)).size).toBe(1);
    expect(replies.filter(({ body }) => !body.reused)).toHaveLength(1);
    expect(await everyRow(shopper.data, PaymentTransactions)).toHaveLength(1);
  });

  it('opens a new page for another amount, and for the same amount once that is paid', async () => {
    await openWithGateway();
    const first = await topUp();
    const other = await topUp({ amountMinor: 6_000 });
    await approve(other.body.orderReference);
    const next = await topUp({ amountMinor: 6_000 });

    const references = [first, other, next].map(({ body }) => body.orderReference);
    expect(new Set(references.map((reference) => reference.split('-')[0])).size).toBe(3);
  });

  it('makes another attempt after the gateway’s reply was lost', async () => {
    const gateway = await openWithGateway();
    gateway.loseNextAnswer();
    expect(await topUp()).toMatchObject({ status: 503, body: { details: { code: 'GatewayUnavailable' } } });

    const again = await topUp();

    expect(again).toMatchObject({ status: 200, body: { orderReference: expect.stringMatching(/-2$/) } });
  });

  it('accepts amounts up to the limits and rejects those beyond', async () => {
    await openWithGateway();

    for (const [amountMinor, expected] of [
      [999, 400],
      [1_000, 200],
      [5_000_000, 200],
      [5_000_001, 400],
    ] as const)
      expect((await topUp({ amountMinor })).status).toBe(expected);
  });

  it.each([[{}], [{ amountMinor: '5000' }], [{ amountMinor: 50.5 }], [{ amountMinor: -5_000 }], [[]]])(
    'rejects the body %j',
    async (body) => {
      await openWithGateway();
      expect(await topUp(body)).toMatchObject({ status: 400, body: { error: 'ValidationError' } });
    },
  );

  it('rejects a return URL of another site', async () => {
    await openWithGateway();
    expect(await topUp({ amountMinor: 5_000, returnUrl: 'https://elsewhere.test/' })).toMatchObject({ status: 400 });

    const { body } = await topUp();
    expect(await shopper.data.need(PaymentTransactions, body.orderReference)).toMatchObject({
      data: { returnUrl: '/wallet' },
    });
  });

  it('responds with 503 without a gateway and 401 without a session', async () => {
    await open({ cardGateway: null });
    expect(await topUp()).toMatchObject({ status: 503, body: { details: { code: 'GatewayNotConfigured' } } });
    expect(await topUp({ amountMinor: 5_000 }, null)).toMatchObject({ status: 401 });
  });

  it('sells a membership by card', async () => {
    await openWithGateway();

    const { status, body } = await become({ processor: 'cardgw' });
    expect(status).toBe(200);
    if (!('orderReference' in body)) throw new Error('no page');
    await approve(body.orderReference);

    expect(await roleOf(shopper)).toBe('member');
    await expectSoundMoney();
  });
});

describe('GET /api/account/wallet/payments', () => {
  const ask = (as: Shopper | null = shopper) => call(readPayments, { ...(as && { as }) });

  it('shows a payment as paid although no callback came', async () => {
    const gateway = scriptedGateway();
    await open({ creditMinor: 0, cardGateway: gateway.gateway });
    const { orderReference } = (await call(startTopUp, { as: shopper, body: { amountMinor: 5_000 } })).body;
    expect(await ask()).toMatchObject({ status: 200, body: { payments: [{ orderReference, state: 'asking' }] } });
    gateway.say(orderReference, 'Approved');

    shopper.clock.advance(6 * SECOND_MS);
    const replies = await Promise.all([ask(), ask(), ask()]);

    expect(replies.some(({ body }) => body.payments[0]?.state === 'paid')).toBe(true);
    expect((await ask()).body.payments).toMatchObject([{ orderReference, state: 'paid' }]);
    expect((await wallet()).body).toMatchObject({ balanceMinor: 5_000, entries: [{ kind: 'topup' }] });
    await expectSoundMoney();
  });

  it('returns only the caller’s payments and no payment URL, and requires a session', async () => {
    await open({ creditMinor: 0, cardGateway: scriptedGateway().gateway });
    await call(startTopUp, { as: shopper, body: { amountMinor: 5_000 } });

    expect((await ask()).text).not.toContain('paymentUrl');
    expect((await ask(await anotherShopper(shopper))).body).toEqual({ payments: [] });
    expect(await ask(null)).toMatchObject({ status: 401 });
  });
});
