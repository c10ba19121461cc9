import { afterEach, describe, expect, it } from 'vitest';
import { sign } from '#services/card-gateway/signature.ts';
import { type Callback, type Customer, openCustomer, purchase, SECRET } from '#tests/support/gateway-customer.ts';

const opened: Customer[] = [];
afterEach(async () => {
  for (const customer of opened.splice(0)) await customer.close();
});

const REFERENCE = 'ORD-1001-1';
const reportOrder = (status: string, more: object = {}) => ({ do: 'say', orderReference: REFERENCE, status, ...more });
const news = (fault: object, times = 1) => ({ do: 'news', times, fault });

/** Opens the page of a payment of 490.00. */
async function open(given: Parameters<typeof openCustomer>[0] = {}): Promise<Customer> {
  const customer = await openCustomer(given);
  opened.push(customer);
  await customer.opened({ amount: '490.00', productName: ['Chair'], productCount: ['1'], productPrice: ['490.00'] });
  return customer;
}

/** Returns the first callback that is sent with a fault. */
async function callbackWith(fault: object, status = 'Approved'): Promise<Callback> {
  const customer = await open();
  await customer.control(news(fault));
  await customer.control(reportOrder(status));
  return customer.shop.until(1);
}

const statuses = ({ shop }: Customer) => shop.callbacks.map(({ fields }) => fields.transactionStatus);
/** Returns the signature over the texts of these fields. */
const signatureOf = (fields: Callback['fields'], amount: string) => {
  const { merchantAccount, orderReference, currency, authCode, cardPan, transactionStatus, reasonCode } = fields;
  const values = [merchantAccount, orderReference, amount, currency, authCode, cardPan, transactionStatus, reasonCode];
  return sign(SECRET, values.map(String));
};

describe('a callback’s format', () => {
  it.each([
    ['key', 'application/x-www-form-urlencoded', /^%7B/],
    ['mislabelled', 'application/x-www-form-urlencoded', /^\{/],
    ['json', 'application/json', /^\{/],
    ['text', 'text/plain; charset=utf-8', /^\{/],
  ])('can be sent as %s', async (send, contentType, form) => {
    const callback = await callbackWith({ send });

    expect(callback.contentType).toBe(contentType);
    expect(callback.body).toMatch(form);
  });

  it.each([
    ['short', '490', '490'],
    ['decimal', '490.0', '490'],
    ['text', '"490.00"', '490.00'],
  ])('writes the amount as %s and signs the exact amount', async (amountAs, lexeme, signed) => {
    const { json, fields } = await callbackWith({ amountAs });

    expect(json).toContain(`"amount":${lexeme},`);
    expect(fields.merchantSignature).toBe(signatureOf(fields, signed));
  });

  it('has no card number and no name for a payment by Apple Pay', async () => {
    const { fields } = await callbackWith({ hasNoCardPan: true, hasNoClientName: true });

    expect(fields).toMatchObject({ cardPan: '', clientName: null, paymentSystem: 'applePay' });
    expect(fields.merchantSignature).toBe(signatureOf(fields, '490'));
  });

  it('omits empty fields from the signed text in shifted mode', async () => {
    const { fields } = await callbackWith({ isShifted: true }, 'Declined');

    expect(fields).toMatchObject({ authCode: null, cardPan: null });
    const moved = ['sandbox_merchant', REFERENCE, '490', 'UAH', 'Declined', '1101'];
    expect(fields.merchantSignature).toBe(sign(SECRET, moved));
  });

  it('signs a wrong amount, currency or merchant correctly, and can forge the signature', async () => {
    const lies = await Promise.all(['amount', 'currency', 'merchant'].map((wrong) => callbackWith({ wrong })));
    const forged = await callbackWith({ wrong: 'signature' });

    const [amount, currency, merchant] = lies.map(({ fields }) => fields);
    expect(amount).toMatchObject({ amount: 491 });
    expect(currency).toMatchObject({ currency: 'USD' });
    expect(merchant).toMatchObject({ merchantAccount: 'not_sandbox_merchant' });
    for (const { fields } of lies) expect(fields.merchantSignature).toBe(signatureOf(fields, String(fields.amount)));
    expect(forged.fields.merchantSignature).toMatch(/^[0-9a-f]{32}$/);
    expect(forged.fields.merchantSignature).not.toBe(signatureOf(forged.fields, '490'));
  });
});

describe('a callback’s timing', () => {
  it.each([false, true])('sends several copies although each is accepted, in parallel: %s', async (isParallel) => {
    const customer = await open();
    await customer.control(news({ copies: 5, isParallel }));
    await customer.control(reportOrder('Approved'));

    await customer.shop.until(5);
    await customer.control({ do: 'flush' });

    expect(new Set(customer.shop.callbacks.map(({ body }) => body)).size).toBe(1);
    expect(customer.shop.callbacks).toHaveLength(5);
  });

  it('delays a callback', async () => {
    const customer = await open();
    await customer.control(news({ delayMs: 600_000 }));
    await customer.control(reportOrder('Declined'));
    await customer.control(reportOrder('Approved'));

    await customer.shop.until(1);
    expect(statuses(customer)).toEqual(['Approved']);
    await customer.control({ do: 'flush' });

    expect(statuses(customer)).toEqual(['Approved', 'Declined']);
  });

  it('releases held callbacks in the requested order', async () => {
    const customer = await open();
    await customer.control(news({ isHeld: true }, 2));
    await customer.control(reportOrder('Declined'));
    await customer.control(reportOrder('Approved'));
    await customer.control({ do: 'flush' });
    expect(statuses(customer)).toEqual([]);

    await customer.control({ do: 'release', isReversed: true });

    expect(statuses(customer)).toEqual(['Approved', 'Declined']);
  });

  it('drops a callback although CHECK_STATUS knows the status', async () => {
    const customer = await open();
    await customer.control(news({ isDropped: true }));
    await customer.control(reportOrder('Approved'));
    await customer.control({ do: 'flush' });

    expect(statuses(customer)).toEqual([]);
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Approved' });
  });

  it('sends a callback before the reply to /pay', async () => {
    const customer = await open();
    await customer.control({ do: 'answer', on: 'pay', fault: 'news_first' });

    const answer = await customer.pay({ orderReference: 'ORD-1001-2' });

    expect(answer.url).toBeDefined();
    expect(customer.shop.callbacks.map(({ fields }) => fields.orderReference)).toEqual(['ORD-1001-2']);
  });
});

describe('the gateway’s verdict', () => {
  it('approves after a decline, and replays an Approved after its refund with identical bytes', async () => {
    const customer = await open();
    await customer.control(reportOrder('Declined', { reasonCode: 1104 }));
    await customer.control({ do: 'flush' });
    await customer.control(reportOrder('Approved'));
    await customer.control({ do: 'flush' });
    await customer.control(reportOrder('Refunded'));
    await customer.control({ do: 'flush' });

    await customer.control({ do: 'replay', orderReference: REFERENCE, status: 'Approved' });
    await customer.control({ do: 'flush' });

    expect(statuses(customer)).toEqual(['Declined', 'Approved', 'Refunded', 'Approved']);
    expect(customer.shop.callbacks[3]?.body).toBe(customer.shop.callbacks[1]?.body);
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Refunded' });
  });

  it('contradicts the callback in CHECK_STATUS until the claim is withdrawn', async () => {
    const customer = await open();
    await customer.control(reportOrder('Approved'));
    const claim = (verdict: object | null) => customer.control({ do: 'claim', orderReference: REFERENCE, verdict });

    await claim({ status: 'Declined' });
    const lying = await customer.check();
    await claim(null);

    expect(lying).toMatchObject({ transactionStatus: 'Declined', reasonCode: 1101 });
    expect(lying.merchantSignature).toBe(signatureOf(lying, '490'));
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Approved' });
  });

  const sum = { amount: '490.00', currency: 'UAH' };
  const refund = (customer: Customer) =>
    customer.api('REFUND', { orderReference: REFERENCE, ...sum }, { comment: 'Wrong size' });

  it('keeps a refund in processing and completes it later', async () => {
    const customer = await open({ speed: 1000 });
    await customer.control(reportOrder('Approved', { isSilent: true }));
    await customer.control({ do: 'refund', outcome: 'pending_then_done' });

    const answer = await refund(customer);
    const again = await refund(customer);
    await customer.shop.until(2);

    expect(answer).toMatchObject({ transactionStatus: 'RefundInProcessing', reasonCode: 1138 });
    expect(again).toMatchObject({ reasonCode: expect.toSatisfy((code) => code === 1138 || code === 1126) });
    expect(statuses(customer)).toEqual(['RefundInProcessing', 'Refunded']);
  });

  it('declines a refund, or leaves it in processing for good', async () => {
    const customer = await open();
    await customer.control(reportOrder('Approved', { isSilent: true }));
    await customer.control({ do: 'refund', outcome: 'declined' });
    await customer.control({ do: 'refund', outcome: 'pending' });

    const answers = [await refund(customer), await refund(customer), await refund(customer)];

    expect(answers.map(({ reasonCode }) => reasonCode)).toEqual([1123, 1138, 1138]);
  });

  it('refunds the money although the reply to REFUND is lost', async () => {
    const customer = await open();
    await customer.control(reportOrder('Approved', { isSilent: true }));
    await customer.control({ do: 'answer', on: 'api', transactionType: 'REFUND', fault: 'lost' });

    await expect(refund(customer)).rejects.toThrow('fetch failed');

    expect(await customer.check()).toMatchObject({ transactionStatus: 'Refunded' });
    expect(await refund(customer)).toMatchObject({ reasonCode: 1126 });
  });
});

describe('a faulty reply', () => {
  const pay = ({ gateway, shop }: Customer, signal: AbortSignal | null = null) =>
    fetch(`${gateway.url}/pay?behavior=offline`, {
      method: 'POST',
      body: purchase(shop.origin, { orderReference: 'ORD-1001-2' }),
      signal,
    });
  const fail = (customer: Customer, fault: string) => customer.control({ do: 'answer', on: 'pay', fault });

  it('is an error or garbage, and the request has no effect', async () => {
    const customer = await open();

    await fail(customer, 'error');
    expect((await pay(customer)).status).toBe(500);
    await fail(customer, 'garbage');
    await expect((await pay(customer)).json()).rejects.toThrow('not valid JSON');

    expect((await (await pay(customer)).json()) as object).toHaveProperty('url');
  });

  it('never comes', async () => {
    const customer = await open();
    await fail(customer, 'silence');

    await expect(pay(customer, AbortSignal.timeout(50))).rejects.toThrow('timeout');

    expect(await customer.payments()).toHaveLength(1);
  });

  it('is lost after the payment was accepted', async () => {
    const customer = await open();
    await fail(customer, 'lost');

    await expect(pay(customer)).rejects.toThrow('fetch failed');

    expect(await (await pay(customer)).json()).toMatchObject({ reasonCode: 1112 });
  });

  it('is correct again after a reset', async () => {
    const customer = await open();
    await customer.control({ do: 'answer', on: 'api', fault: 'error', times: 100 });
    await customer.control(news({ wrong: 'signature' }, 100));

    await customer.control({ do: 'reset' });

    expect(await customer.check()).toMatchObject({ transactionStatus: 'Created' });
  });
});
