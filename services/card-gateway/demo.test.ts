import { afterEach, describe, expect, it } from 'vitest';
import { SANDBOX_MERCHANT } from '#lib/core/env/payments.ts';
import { sign } from '#services/card-gateway/signature.ts';
import { openClock } from '#tests/support/clock.ts';
import { testEnv } from '#tests/support/context.ts';
import { type Customer, type Fields, openCustomer, purchase, SECRET } from '#tests/support/gateway-customer.ts';
import { SLOW_MS } from './demo/api.ts';
import { startDemoGateway } from './demo.ts';

const opened: Customer[] = [];
afterEach(async () => {
  for (const customer of opened.splice(0)) await customer.close();
});
async function open(...given: Parameters<typeof openCustomer>): Promise<Customer> {
  const customer = await openCustomer(...given);
  opened.push(customer);
  return customer;
}

/** Returns the signature over the eight fields of a callback or a reply, from its own JSON. */
const eight = (fields: Fields, amount = String(fields.amount)): string =>
  sign(SECRET, [
    String(fields.merchantAccount ?? ''),
    String(fields.orderReference ?? ''),
    amount,
    ...['currency', 'authCode', 'cardPan', 'transactionStatus', 'reasonCode'].map((name) => String(fields[name] ?? '')),
  ]);

describe('POST /pay', () => {
  it('returns the address of its page, on another host than the shop, for a correctly signed purchase', async () => {
    const customer = await open();

    const answer = await customer.pay();

    expect(answer).toEqual({ url: expect.stringMatching(/^http:\/\/localhost:\d+\/page\?vkh=[\w-]{32}$/) });
    expect(await customer.notes()).toMatchObject([{ event: 'purchase.taken', isProblem: false }]);
  });

  it('redirects a form post to the page, and shows a refusal as a page', async () => {
    const customer = await open();

    const taken = await customer.postForm('/pay', purchase(customer.shop.origin));
    const refused = await customer.postForm('/pay', purchase(customer.shop.origin));

    expect([taken.status, refused.status]).toEqual([302, 400]);
    expect(taken.headers.get('location')).toMatch(/\/page\?vkh=/);
    expect(await refused.text()).toContain('(1112)');
  });

  it.each([
    ['a wrong signature', 1113, { merchantSignature: 'f'.repeat(32) }],
    ['a missing field', 1115, { currency: null }],
    ['no lines', 1115, { productName: [], productCount: [], productPrice: [] }],
    ['lists of different lengths', 1115, { productCount: ['1'] }],
    ['an unknown account', 1118, { merchantAccount: 'somebody_else' }],
    ['an address instead of a domain', 1118, { merchantDomainName: 'https://shop.example/' }],
    ['an invalid reference', 1109, { orderReference: 'ORD 1' }],
    ['a date in words', 1109, { orderDate: 'today' }],
    ['an invalid callback address', 1109, { serviceUrl: 'javascript:alert(1)' }],
    ['an unsupported currency', 1110, { currency: 'GBP' }],
    ['an amount with a comma', 1130, { amount: '1547,36' }],
    ['nothing to pay', 1130, { amount: '0.00' }],
  ])('declines a purchase with %s: code %i', async (_, reasonCode, patch) => {
    const customer = await open();

    const answer = await customer.pay(patch);

    expect(answer).toEqual({ reason: expect.any(String), reasonCode, transactionStatus: 'Declined' });
    expect(await customer.payments()).toEqual([]);
  });

  it('accepts a reference once, even in concurrent requests', async () => {
    const customer = await open();

    const answers = await Promise.all([customer.pay(), customer.pay(), customer.pay()]);

    expect(answers.filter(({ url }) => url !== undefined)).toHaveLength(1);
    expect(answers.filter(({ reasonCode }) => Number(reasonCode) === 1112)).toHaveLength(2);
  });

  it.each([
    ['lines that do not add up', 'purchase.lines_differ', { productPrice: ['547.35', '500.00'] }],
    ['an unknown language', 'purchase.language_unknown', { language: 'UK' }],
    ['a separator inside a signed value', 'purchase.separator_in_value', { productName: ['a;b', 'c'] }],
  ])('accepts %s, and notes a problem of the shop', async (_, event, patch) => {
    const customer = await open();

    const answer = await customer.pay(patch);

    expect(answer.url).toBeDefined();
    expect((await customer.notes()).filter(({ isProblem }) => isProblem)).toMatchObject([{ event }]);
  });
});

describe('a button on the hosted page', () => {
  it('approves: publishes a signed Approved, which CHECK_STATUS confirms, and posts the buyer back', async () => {
    const customer = await open();
    const page = await customer.opened();

    const back = await customer.press(page, 'approve');
    const { fields, contentType, body } = await customer.shop.until(1);

    expect(contentType).toBe('application/x-www-form-urlencoded');
    expect(body).toMatch(/^%7B.*%7D=$/);
    expect(fields).toMatchObject({ amount: 1547.36, transactionStatus: 'Approved', reasonCode: 1100, fee: 30.94 });
    expect(fields.merchantSignature).toBe(eight(fields));
    const checked = await customer.check();
    expect(checked).toMatchObject({ transactionStatus: 'Approved', authCode: fields.authCode, cardPan: '41****8217' });
    expect(checked.merchantSignature).toBe(eight(checked));
    const form = await back.text();
    expect(form).toContain(`action="${customer.shop.origin}/pay/return?ref=ORD-1001-1"`);
    expect(form).toContain('name="transactionStatus" value="Approved"');
    expect(back.headers.get('content-security-policy')).toContain(`form-action 'self' ${customer.shop.origin};`);
  });

  it('approves once, however often the button is pressed', async () => {
    const customer = await open();
    const page = await customer.opened();

    await Promise.all([1, 2, 3].map(() => customer.press(page, 'approve')));
    await customer.press(page, 'decline');
    await customer.control({ do: 'flush' });

    expect(customer.shop.callbacks.map(({ fields }) => fields.transactionStatus)).toEqual(['Approved']);
  });

  it('declines with the chosen reason, and the buyer can retry on the same page', async () => {
    const customer = await open();
    const page = await customer.opened();

    await customer.press(page, 'decline', { reasonCode: '1104' });
    const declined = await customer.shop.until(1);
    await customer.press(page, 'approve');
    const approved = await customer.shop.until(2);

    expect(declined.fields).toMatchObject({ transactionStatus: 'Declined', reasonCode: 1104, authCode: '' });
    expect(declined.fields.merchantSignature).toBe(eight(declined.fields));
    expect(approved.fields).toMatchObject({ transactionStatus: 'Approved' });
  });

  it.each([
    ['confirm', 'Approved', 1100],
    ['fail', 'Declined', 1108],
  ])('asks the bank first: %s there ends as %s', async (action, transactionStatus, reasonCode) => {
    const customer = await open();
    const page = await customer.opened();

    const asked = await customer.press(page, 'secure');
    expect(asked.status).toBe(303);
    expect(await customer.check()).toMatchObject({ transactionStatus: 'InProcessing', reasonCode: 5100 });
    await customer.press(page, action);

    expect((await customer.shop.until(1)).fields).toMatchObject({ transactionStatus, reasonCode });
  });

  it('reports InProcessing first and Approved later, without another press', async () => {
    const clock = openClock();
    const customer = await open({ now: clock.now });
    const page = await customer.opened();

    const back = await customer.press(page, 'slow');
    clock.advance(SLOW_MS);
    await customer.control({ do: 'flush' });

    expect(await back.text()).toContain('name="transactionStatus" value="InProcessing"');
    expect((await customer.shop.until(1)).fields).toMatchObject({ transactionStatus: 'Approved' });
  });

  it('expires the payment, which cannot be paid afterwards', async () => {
    const customer = await open();
    const page = await customer.opened();

    await customer.press(page, 'expire');
    await customer.press(page, 'approve');
    await customer.control({ do: 'flush' });

    expect(customer.shop.callbacks.map(({ fields }) => [fields.transactionStatus, fields.reasonCode])).toEqual([
      ['Expired', 1124],
    ]);
  });

  it('closes the page: the buyer returns, the payment stays undecided, and no callback is sent', async () => {
    const customer = await open();
    const page = await customer.opened();

    const back = await customer.press(page, 'close');
    await customer.control({ do: 'flush' });

    expect(await back.text()).toContain('/pay/return');
    expect(customer.shop.callbacks).toEqual([]);
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Created' });
  });

  it('expires overdue payments, and sends a callback only for an opened page', async () => {
    const clock = openClock();
    const customer = await open({ now: clock.now });
    const page = await customer.opened();
    await customer.pay({ orderReference: 'ORD-1001-2' });

    clock.advance(1_500_000);
    await customer.press(page, 'approve');
    await customer.control({ do: 'flush' });

    expect(customer.shop.callbacks.map(({ fields }) => fields.transactionStatus)).toEqual(['Expired']);
    expect(await customer.check('ORD-1001-2')).toMatchObject({ reasonCode: 1127 });
  });
});

describe('callbacks', () => {
  const refusals: readonly [string, (reference: string, accept: Customer['shop']['accepted']) => unknown][] = [
    ['an error', () => ({ status: 500, body: '' })],
    ['an empty 200', () => ({ status: 200, body: '' })],
    ['an accept signed with another secret', (reference, accept) => accept(reference, 'another')],
    ['an accept for another payment', (_, accept) => accept('ORD-1001-9')],
    ['an accept with status 202', (reference, accept) => ({ ...(accept(reference) as object), status: 202 })],
  ];
  it.each(refusals)('are repeated with identical bytes after %s, until a correct accept', async (_, wrong) => {
    const customer = await open({ speed: 60_000 });
    let heard = 0;
    customer.shop.answer = ({ fields }) => {
      heard += 1;
      const reference = String(fields.orderReference);
      return heard < 4 ? (wrong(reference, customer.shop.accepted) as never) : customer.shop.accepted(reference);
    };
    await customer.press(await customer.opened(), 'approve');

    await customer.shop.until(4);

    expect(new Set(customer.shop.callbacks.map(({ body }) => body)).size).toBe(1);
    expect(await customer.control({ do: 'flush' })).toMatchObject({ sent: 0, waiting: 0 });
    expect(await customer.payments()).toMatchObject([{ news: [{ state: 'accepted', tries: 4 }] }]);
  });

  it('continue after a restart, which loses no payment', async () => {
    const customer = await open();
    customer.shop.answer = () => ({ status: 503, body: '' });
    await customer.press(await customer.opened(), 'approve');
    const first = await customer.shop.until(1);
    await customer.control({ do: 'flush' });
    await customer.stop();

    customer.shop.answer = ({ fields }) => customer.shop.accepted(String(fields.orderReference));
    await customer.start();
    await customer.control({ do: 'flush' });

    expect(customer.shop.callbacks.at(-1)?.body).toBe(first.body);
    expect(await customer.payments()).toMatchObject([{ status: 'Approved', news: [{ state: 'accepted' }] }]);
    expect((await customer.pay()).reasonCode).toBe(1112);
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Approved' });
  });

  it('without a response at shutdown are sent again at the next start', async () => {
    const customer = await open();
    customer.shop.answer = () => 'never';
    await customer.press(await customer.opened(), 'approve');
    await customer.shop.until(1);
    await customer.stop();

    customer.shop.answer = ({ fields }) => customer.shop.accepted(String(fields.orderReference));
    await customer.start();

    expect((await customer.shop.until(2)).fields).toMatchObject({ transactionStatus: 'Approved' });
  });
});

describe('POST /api', () => {
  it('knows a payment only once its page was opened', async () => {
    const customer = await open();
    const { url = '' } = await customer.pay();

    expect(await customer.check()).toMatchObject({ reasonCode: 1127 });
    await fetch(url);

    expect(await customer.check()).toMatchObject({ transactionStatus: 'Created' });
  });

  it('rejects requests with a wrong signature, a missing field, an unknown type or another account', async () => {
    const customer = await open();
    await customer.opened();
    const ask = (more: Record<string, unknown>) => customer.api('CHECK_STATUS', { orderReference: 'ORD-1001-1' }, more);

    const answers = [
      await ask({ merchantSignature: 'f'.repeat(32) }),
      await ask({ orderReference: undefined }),
      await ask({ merchantAccount: 'somebody_else' }),
      await ask({ transactionType: 'CHARGE' }),
      await customer.refund({ comment: '' }),
      await customer.check('ORD-1001-7'),
    ];

    expect(answers.map(({ reasonCode }) => reasonCode)).toEqual([1113, 1115, 1118, 1109, 1115, 1127]);
  });

  it('refunds the full amount once, and sends the shop a callback', async () => {
    const customer = await open();
    await customer.press(await customer.opened(), 'approve');

    const first = await customer.refund();
    const second = await customer.refund();
    await customer.control({ do: 'flush' });

    expect(first).toMatchObject({ transactionStatus: 'Refunded', reasonCode: 1100 });
    expect(first.merchantSignature).toBe(sign(SECRET, [SANDBOX_MERCHANT, 'ORD-1001-1', 'Refunded', '1100']));
    expect(second).toMatchObject({ transactionStatus: 'Declined', reasonCode: 1126 });
    expect(customer.shop.callbacks.map(({ fields }) => fields.transactionStatus)).toEqual(['Approved', 'Refunded']);
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Refunded', refundAmount: 1547.36 });
  });

  it.each([
    ['more than was paid', { amount: '1547.37' }, 1128],
    ['another currency', { currency: 'USD' }, 1110],
  ])('declines a refund of %s', async (_, patch, reasonCode) => {
    const customer = await open();
    await customer.press(await customer.opened(), 'approve');

    const signed = { orderReference: 'ORD-1001-1', amount: '1547.36', currency: 'UAH', ...patch };
    const answer = await customer.api('REFUND', signed, { comment: 'Wrong size' });

    expect(answer).toMatchObject({ transactionStatus: 'Declined', reasonCode });
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Approved' });
  });

  it('refunds parts of the amount, reports their sum, and no more than is left', async () => {
    const customer = await open();
    await customer.press(await customer.opened(), 'approve');
    const ask = (amount: string) =>
      customer.api('REFUND', { orderReference: 'ORD-1001-1', amount, currency: 'UAH' }, { comment: 'A part' });

    expect(await ask('547.36')).toMatchObject({ transactionStatus: 'Refunded', reasonCode: 1100 });
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Approved', refundAmount: 547.36 });
    expect(await ask('1000.01')).toMatchObject({ transactionStatus: 'Declined', reasonCode: 1128 });
    expect(await ask('1000.00')).toMatchObject({ transactionStatus: 'Refunded', reasonCode: 1100 });
    expect(await customer.check()).toMatchObject({ transactionStatus: 'Refunded', refundAmount: 1547.36 });
  });

  it('declines a refund of a payment that was never paid', async () => {
    const customer = await open();
    await customer.opened();

    expect(await customer.refund()).toMatchObject({ transactionStatus: 'Declined', reasonCode: 1126 });
  });

  it('settles a held payment, and refunds a hold as Voided', async () => {
    const customer = await open();
    await customer.opened();
    await customer.control({ do: 'say', orderReference: 'ORD-1001-1', status: 'WaitingAuthComplete' });
    expect(await customer.settle()).toMatchObject({ transactionStatus: 'Approved', reasonCode: 1100 });
    expect(await customer.settle()).toMatchObject({ reasonCode: 1126 });

    await customer.control({ do: 'say', orderReference: 'ORD-1001-1', status: 'WaitingAuthComplete' });

    expect(await customer.refund()).toMatchObject({ transactionStatus: 'Voided' });
  });

  it('lists the payments opened within a time span, with exact amounts and a signature', async () => {
    const clock = openClock();
    const customer = await open({ now: clock.now });
    const at = Math.floor(clock.now().getTime() / 1000);
    await customer.press(await customer.opened(), 'approve');
    await customer.pay({ orderReference: 'ORD-1001-2' });
    clock.advance(10_000);
    await customer.opened({ orderReference: 'ORD-1001-3', amount: '500.00', productPrice: ['100.00', '200.00'] });
    const list = (from: number, to: number) =>
      customer.api('TRANSACTION_LIST', { dateBegin: String(from), dateEnd: String(to) });

    const all = await list(at, at + 10);
    const early = await list(at, at + 9);

    const rows = all.transactionList as unknown as Fields[];
    expect(all.reasonCode).toBe(1100);
    expect(rows.map(({ orderReference, amount }) => [orderReference, amount])).toEqual([
      ['ORD-1001-1', 1547.36],
      ['ORD-1001-3', 500],
    ]);
    expect(rows[0]).toMatchObject({ transactionStatus: 'Approved', fee: 30.94, settlementAmount: 1516.42 });
    expect(early.transactionList).toHaveLength(1);
  });
});

describe('the server', () => {
  it('listens on localhost only, and rejects other host names', async () => {
    const customer = await open();
    const { port } = customer.gateway;

    const names = ['127.0.0.1', 'localhost'].map((host) => fetch(`http://${host}:${port}/`));
    expect((await Promise.all(names)).map(({ status }) => status)).toEqual([200, 200]);
    const { request } = await import('node:http');
    const rebound = await new Promise<number | undefined>((resolve) => {
      request({ port, host: '127.0.0.1', path: '/', headers: { host: 'evil.test' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      }).end();
    });
    expect(rebound).toBe(421);
  });

  it('accepts control commands only as JSON, so that pages of other sites cannot send any', async () => {
    const customer = await open();

    const statuses = [
      (await customer.post('/__control', '{"do":"flush"}', 'text/plain')).status,
      (await customer.post('/__control', '{"do":"fly"}', 'application/json')).status,
      (await customer.post('/__control', '{', 'application/json')).status,
      (await customer.post('/__control', '{"do":"replay","orderReference":"x"}', 'application/json')).status,
      (await customer.post('/nowhere', '', 'text/plain')).status,
      (await customer.post('/pay', 'x'.repeat(600_000), 'text/plain')).status,
    ];

    expect(statuses).toEqual([415, 400, 400, 404, 404, 413]);
  });

  it('shows all payments with their callbacks, as an HTML page to browsers', async () => {
    const customer = await open();
    await customer.press(await customer.opened(), 'approve');
    await customer.control({ do: 'flush' });

    const page = await fetch(`${customer.gateway.url}/`, { headers: { accept: 'text/html' } });

    expect(await page.text()).toMatch(/ORD-1001-1[\s\S]*Approved: accepted/);
    expect(JSON.stringify(await customer.payments())).not.toContain('"client"');
  });

  it.each([
    ['in production without PLAZA_DEMO', { NODE_ENV: 'production', APP_ORIGIN: 'https://shop.example' }],
    [
      'beside a live account',
      { CARDGW_MERCHANT_ACCOUNT: 'live', CARDGW_SECRET_KEY: 'secret', CARDGW_DOMAIN: 'shop.example' },
    ],
    ['on a public host', { VERCEL: '1', FIRESTORE_PROJECT_ID: 'plaza', FILES_BUCKET: 'plaza' }],
  ])('refuses to start %s', async (_, vars) => {
    const customer = await open();

    const starting = startDemoGateway({ port: 0, folder: customer.folder, secret: SECRET, env: testEnv(vars) });

    await expect(starting).rejects.toThrow('must not run');
  });

  it('starts in production with PLAZA_DEMO, and fails with EADDRINUSE on a taken port', async () => {
    const env = testEnv({ NODE_ENV: 'production', PLAZA_DEMO: '1' });
    const customer = await open({ env });

    const again = startDemoGateway({ port: customer.gateway.port, folder: customer.folder, secret: SECRET, env });

    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
