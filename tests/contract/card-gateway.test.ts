import { afterEach, describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/core/money.ts';
import { minutesFrom, SECOND_MS } from '#lib/core/time.ts';
import type { CardAsk } from '#lib/payments/ports.ts';
import { openGateway } from '#services/card-gateway/gateway.ts';
import { openClock } from '#tests/support/clock.ts';
import { type Callback, type Customer, openCustomer } from '#tests/support/gateway-customer.ts';
import { vectorAccounts } from '#tests/support/gateway-shapes.ts';

const REFERENCE = 'ORD-1001-1';
const AMOUNT_MINOR = 49_000;
const row = { orderReference: REFERENCE, purpose: 'store_order', amountMinor: AMOUNT_MINOR, currency: 'UAH' } as const;
const limitsOf = (ms: number) => {
  const all = { connectMs: ms, idleMs: ms, totalMs: ms };
  return { purchase: all, CHECK_STATUS: all, REFUND: all, SETTLE: all, TRANSACTION_LIST: all };
};

const opened: Customer[] = [];
afterEach(async () => {
  for (const customer of opened.splice(0)) await customer.close();
});

/** Opens the product's own adapter and a demo gateway, with only HTTP between them. */
async function open(limitMs = 60_000) {
  const clock = openClock();
  const customer = await openCustomer({ now: clock.now });
  opened.push(customer);
  const { url } = customer.gateway;
  const gateway = openGateway(
    { accounts: vectorAccounts, payUrl: `${url}/pay`, apiUrl: `${url}/api` },
    limitsOf(limitMs),
  );
  const { origin } = customer.shop;
  const ask = (patch: Partial<CardAsk> = {}): CardAsk => ({
    ...row,
    requestedAt: clock.now(),
    lines: [{ name: 'Лампа; зелена', count: 2, priceMinor: 24_500 }],
    locale: 'uk',
    returnUrl: `${origin}/pay/return?ref=${REFERENCE}`,
    serviceUrl: `${origin}/webhook`,
    payer: { name: 'Анна Коваль', email: 'buyer@example.test', phone: '' },
    ...patch,
  });
  const read = ({ body }: Callback) => gateway.readCallback(Buffer.from(body));
  // Responds to every callback as the product does: with a signed accept, or with none.
  customer.shop.answer = (callback) => {
    const said = read(callback);
    if ('problem' in said) return { status: 401, body: '{}' };
    return { status: 200, body: JSON.stringify(gateway.accept(said, clock.now())) };
  };
  const say = (status: string) => customer.control({ do: 'say', orderReference: REFERENCE, status });
  return {
    customer,
    clock,
    gateway,
    ask,
    read,
    say,
    openPage: async () => {
      const answer = await gateway.start(ask());
      await fetch('paymentUrl' in answer ? answer.paymentUrl : '');
    },
    /** Returns what the next callback says under this fault, and whether the gateway took our response as an accept. */
    heard: async (status: string, fault: object) => {
      await customer.control({ do: 'news', fault });
      await say(status);
      await customer.control({ do: 'flush' });
      const [payment] = await customer.payments();
      return { said: read(await customer.shop.until(1)), state: payment?.news[0]?.state };
    },
  };
}

describe('a payment page', () => {
  it('is opened for the exact amount and lines, without a problem noted by the gateway', async () => {
    const { customer, gateway, ask } = await open();

    const answer = await gateway.start(ask());

    const page = 'paymentUrl' in answer ? await fetch(answer.paymentUrl) : null;
    expect(page?.status).toBe(200);
    expect(await customer.payments()).toMatchObject([
      {
        orderReference: REFERENCE,
        amount: '490.00',
        currency: 'UAH',
        language: 'uk',
        lines: [{ name: 'Лампа зелена', count: '2', price: '245.00' }],
      },
    ]);
    expect((await customer.notes()).filter(({ isProblem }) => isProblem)).toEqual([]);
  });

  it('is refused with 1112 when the reference was used before', async () => {
    const { gateway, ask } = await open();
    await gateway.start(ask());

    expect(await gateway.start(ask())).toEqual({ refused: '1112' });
  });

  it('is unknown to CHECK_STATUS until it is opened, and unpaid then', async () => {
    const { gateway, ask } = await open();
    const answer = await gateway.start(ask());
    expect(await gateway.check(row)).toBeNull();

    await fetch('paymentUrl' in answer ? answer.paymentUrl : '');

    expect(await gateway.check(row)).toMatchObject({ status: 'Created', amountText: '490' });
  });

  it('may exist although the reply was lost: start throws, and the reference is used', async () => {
    const { customer, gateway, ask } = await open();
    await customer.control({ do: 'answer', on: 'pay', fault: 'lost' });

    await expect(gateway.start(ask())).rejects.toMatchObject({ code: 'GatewayUnavailable' });

    expect(await gateway.start(ask())).toEqual({ refused: '1112' });
  });

  it('may be paid before its address is known', async () => {
    const { customer, gateway, ask, read } = await open();
    await customer.control({ do: 'answer', on: 'pay', fault: 'news_first' });

    await gateway.start(ask());

    expect(customer.shop.callbacks.map(read)).toMatchObject([{ evidence: { status: 'Approved' } }]);
  });

  it.each(['error', 'silence', 'garbage'])(
    'is unknown, as is its status, when the gateway responds with %s',
    async (fault) => {
      const { customer, gateway, ask } = await open(fault === 'silence' ? 500 : undefined);
      await customer.control({ do: 'answer', on: 'pay', fault });
      await customer.control({ do: 'answer', on: 'api', fault });

      await expect(gateway.start(ask())).rejects.toMatchObject({ code: 'GatewayUnavailable', status: 503 });
      await expect(gateway.check(row)).rejects.toMatchObject({ code: 'GatewayUnavailable', status: 503 });
    },
  );
});

const ways = ['key', 'mislabelled', 'json', 'text'];
const spellings = ['short', 'decimal', 'text'];
const oddities = [{}, { hasNoCardPan: true }, { hasNoClientName: true }, { isShifted: true }];

describe('a callback', () => {
  it.each(ways.flatMap((send) => spellings.map((amountAs) => ({ send, amountAs }))))(
    'is read and accepted when it comes as $send with its amount as $amountAs, whatever fields are empty',
    async ({ send, amountAs }) => {
      for (const oddity of oddities)
        for (const status of ['Approved', 'Declined']) {
          const { heard, openPage } = await open();
          await openPage();

          const { said, state } = await heard(status, { send, amountAs, ...oddity });

          expect(said).toMatchObject({
            orderReference: REFERENCE,
            merchantAccount: 'sandbox_merchant',
            evidence: { source: 'webhook', status, currency: 'UAH' },
          });
          const text = 'evidence' in said ? said.evidence.amountText : '';
          expect(parseAmount(text, 'UAH')).toBe(AMOUNT_MINOR);
          expect(state).toBe('accepted');
        }
    },
  );

  it.each([
    ['signature', { problem: 'bad_signature' }],
    ['merchant', { problem: 'not_ours' }],
  ])('with a wrong %s is rejected, and the gateway keeps repeating it', async (wrong, problem) => {
    const { heard, openPage } = await open();
    await openPage();

    expect(await heard('Approved', { wrong })).toEqual({ said: problem, state: 'waiting' });
  });

  it.each([
    ['amount', { amountText: '491', currency: 'UAH' }],
    ['currency', { amountText: '490', currency: 'USD' }],
  ])('with a wrong %s is read as it was signed, so that the payment attempt can reject it', async (wrong, evidence) => {
    const { heard, openPage } = await open();
    await openPage();

    expect((await heard('Approved', { wrong })).said).toMatchObject({ evidence });
  });

  it('is identical in all its copies, and different for another status', async () => {
    const { customer, read, say, openPage } = await open();
    await openPage();
    await customer.control({ do: 'news', fault: { copies: 3, isParallel: true } });
    await say('Approved');
    await say('Refunded');
    await customer.control({ do: 'flush' });

    const heard = customer.shop.callbacks.map((callback) => JSON.stringify(read(callback)));

    expect(heard).toHaveLength(4);
    expect(new Set(heard).size).toBe(2);
  });
});

describe('money at the gateway', () => {
  it('is reported by CHECK_STATUS with its fee, even when that contradicts the callback', async () => {
    const { customer, gateway, say, openPage } = await open();
    await openPage();
    await say('Approved');
    expect(await gateway.check(row)).toMatchObject({
      source: 'check',
      status: 'Approved',
      merchantAccount: 'sandbox_merchant',
      payload: { feeMinor: AMOUNT_MINOR / 50, cardPan: '41****8217' },
    });

    await customer.control({ do: 'claim', orderReference: REFERENCE, verdict: { status: 'Declined' } });

    expect(await gateway.check(row)).toMatchObject({ status: 'Declined' });
  });

  it('is refunded once, and CHECK_STATUS explains why a repeat is refused', async () => {
    const { gateway, say, openPage } = await open();
    await openPage();
    await say('Approved');

    expect(await gateway.refund(row, 'Wrong size')).toMatchObject({ status: 'Refunded', amountText: '490.00' });

    expect(await gateway.refund(row, 'Wrong size')).toMatchObject({ status: 'Declined', reasonCode: '1126' });
    expect(await gateway.check(row)).toMatchObject({ status: 'Refunded' });
  });

  it('is in refund processing until the gateway completes it', async () => {
    const { customer, clock, gateway, say, openPage } = await open();
    await openPage();
    await say('Approved');
    await customer.control({ do: 'refund', outcome: 'pending_then_done' });

    expect(await gateway.refund(row, '')).toMatchObject({ status: 'RefundInProcessing', reasonCode: '1138' });
    expect(await gateway.refund(row, '')).toMatchObject({ status: 'RefundInProcessing', reasonCode: '1138' });
    clock.advance(20 * SECOND_MS);
    await customer.control({ do: 'flush' });

    expect(await gateway.check(row)).toMatchObject({ status: 'Refunded' });
  });

  it('stays when a refund is refused', async () => {
    const { customer, gateway, say, openPage } = await open();
    await openPage();
    await say('Approved');
    await customer.control({ do: 'refund', outcome: 'declined' });

    expect(await gateway.refund(row, 'Wrong size')).toMatchObject({ status: 'Declined', reasonCode: '1123' });
    expect(await gateway.check(row)).toMatchObject({ status: 'Approved' });
  });

  it('is refunded although the reply was lost', async () => {
    const { customer, gateway, say, openPage } = await open();
    await openPage();
    await say('Approved');
    await customer.control({ do: 'answer', on: 'api', transactionType: 'REFUND', fault: 'lost' });

    await expect(gateway.refund(row, 'Wrong size')).rejects.toMatchObject({ code: 'GatewayUnavailable' });

    expect(await gateway.check(row)).toMatchObject({ status: 'Refunded' });
  });

  it('that is held is captured by SETTLE', async () => {
    const { gateway, say, openPage } = await open();
    await openPage();
    await say('WaitingAuthComplete');

    expect(await gateway.settle(row)).toMatchObject({ status: 'Approved', amountText: '490.00', currency: 'UAH' });
    expect(await gateway.check(row)).toMatchObject({ status: 'Approved' });
  });

  it('is listed with its fee within its time span, and in no other', async () => {
    const { clock, gateway, ask, say, openPage } = await open();
    await openPage();
    await say('Approved');
    await gateway.start(ask({ orderReference: 'ORD-1002-1' }));
    const hour = (from: number) =>
      [new Date(minutesFrom(clock.now(), from - 60)), new Date(minutesFrom(clock.now(), from))] as const;

    expect(await gateway.list(...hour(1))).toMatchObject([
      {
        orderReference: REFERENCE,
        feeMinor: AMOUNT_MINOR / 50,
        evidence: { status: 'Approved', amountText: '490', currency: 'UAH' },
      },
    ]);
    expect(await gateway.list(...hour(-1))).toEqual([]);
  });
});
