import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { codeOf } from '#lib/core/errors.ts';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import type { CardAsk } from '#lib/payments/ports.ts';
import { shapeOf, vectorAccount, vectorAccounts } from '#tests/support/gateway-shapes.ts';
import type { Account, Accounts } from './accounts.ts';
import { openGateway } from './gateway.ts';

/** Limits for a gateway that replies, and for one that never does. */
const patient = limitsOf({ connectMs: 60_000, idleMs: 60_000, totalMs: 60_000 });
const quick = limitsOf({ connectMs: 300, idleMs: 300, totalMs: 600 });
const shopAccount: Account = { name: 'shop_merchant', domain: 'shop.example', secret: () => 'secret-of-the-shop' };
const twoAccounts: Accounts = { common: vectorAccount, store: shopAccount };
const secrets: Readonly<Record<string, string>> = {
  sandbox_merchant: 'sandbox-secret-1',
  shop_merchant: 'secret-of-the-shop',
};

const ask: CardAsk = {
  purpose: 'store_order',
  orderReference: 'ORD-1001-1',
  requestedAt: new Date(1_760_000_000_000),
  amountMinor: 154_736,
  currency: 'UAH',
  lines: [{ name: 'Лампа', count: 1, priceMinor: 154_736 }],
  locale: 'en',
  returnUrl: 'https://shop.example/pay/return?ref=ORD-1001-1',
  serviceUrl: 'https://shop.example/api/payments/cardgw/webhook',
  payer: { name: 'Anna', email: 'buyer@example.test', phone: '' },
};
const row = { orderReference: 'ORD-1001-1', purpose: 'store_order', amountMinor: 154_736, currency: 'UAH' } as const;

/** The fields that the gateway's API requires to be signed. */
const signedOf: Readonly<Record<string, readonly string[]>> = {
  CHECK_STATUS: ['orderReference'],
  REFUND: ['orderReference', 'amount', 'currency'],
  SETTLE: ['orderReference', 'amount', 'currency'],
  TRANSACTION_LIST: ['dateBegin', 'dateEnd'],
};
const hmac = (account: string, values: readonly unknown[]): string =>
  createHmac('md5', secrets[account] ?? '')
    .update([account, ...values].join(';'))
    .digest('hex');

function isSignedCall(path: string, body: string): boolean {
  if (path.startsWith('/pay')) {
    const form = new URLSearchParams(body);
    const columns = ['productName[]', 'productCount[]', 'productPrice[]'].flatMap((name) => form.getAll(name));
    const names = ['merchantDomainName', 'orderReference', 'orderDate', 'amount', 'currency'];
    const values = [...names.map((name) => form.get(name)), ...columns];
    return form.get('merchantSignature') === hmac(form.get('merchantAccount') ?? '', values);
  }
  const json = JSON.parse(body) as Record<string, string>;
  const values = signedOf[json.transactionType ?? '']?.map((name) => json[name]) ?? [];
  return json.merchantSignature === hmac(json.merchantAccount ?? '', values);
}

type Answer = (body: string, response: ServerResponse) => string | undefined;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Starts a gateway that checks every signature as its documentation says and then replies as the test says. */
async function serve(answer: string | Answer, accounts: Accounts = vectorAccounts, limits = patient) {
  const calls: { readonly path: string; readonly type: string | undefined; readonly body: string }[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) body += chunk;
    const path = request.url ?? '';
    calls.push({ path, type: request.headers['content-type'], body });
    const wrong = isSignedCall(path, body) ? null : '{"reason":"Invalid signature","reasonCode":1113}';
    const said = wrong ?? (typeof answer === 'string' ? answer : answer(body, response));
    if (said !== undefined) response.end(said);
  }
  const server = createServer((request, response) => void take(request, response));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = openGateway({ accounts, payUrl: `${origin}/pay`, apiUrl: `${origin}/api` }, limits);
  return { gateway, calls };
}

const jsonOf = (call: { readonly body: string } | undefined): unknown => JSON.parse(call?.body ?? 'null');
const codeOfCall = (call: Promise<unknown>): Promise<unknown> => call.then((answer) => ({ answer }), codeOf);

describe('start', () => {
  it('opens a page with one signed form, sent by the server', async () => {
    const { gateway, calls } = await serve(shapeOf('purchase-page'));

    const started = await gateway.start(ask);

    expect(started).toEqual({ paymentUrl: 'https://secure.wayforpay.com/page?vkh=0a1b2c' });
    expect(calls).toMatchObject([{ path: '/pay?behavior=offline', type: 'application/x-www-form-urlencoded' }]);
  });

  it('returns the code of a refusal, such as a reference that was used before', async () => {
    const { gateway } = await serve(shapeOf('purchase-duplicate'));

    expect(await gateway.start(ask)).toEqual({ refused: '1112' });
  });

  it('refuses an unsupported currency without calling the gateway', async () => {
    const { gateway, calls } = await serve(shapeOf('purchase-page'));

    expect(await gateway.start({ ...ask, currency: 'JPY' })).toEqual({ refused: '1110' });
    expect(calls).toEqual([]);
  });

  it('pays store orders to the shop’s account and everything else to the common one', async () => {
    const { gateway, calls } = await serve(shapeOf('purchase-page'), twoAccounts);

    for (const purpose of ['store_order', 'wallet_topup', 'membership_upgrade'] as const)
      await gateway.start({ ...ask, purpose });

    const accounts = calls.map(({ body }) => new URLSearchParams(body).get('merchantAccount'));
    expect(accounts).toEqual(['shop_merchant', 'sandbox_merchant', 'sandbox_merchant']);
    expect(gateway.merchantAccountOf('store_order')).toBe('shop_merchant');
    expect(gateway.merchantAccountOf('wallet_topup')).toBe('sandbox_merchant');
  });

  it.each([
    ['an address that is not https', '{"url":"javascript:alert(1)"}'],
    ['no address and no reason', '{}'],
    ['success without an address', '{"reason":"Ok","reasonCode":1100}'],
  ])('throws GatewayUnavailable after %s', async (_name, answer) => {
    const { gateway } = await serve(answer);

    expect(await codeOfCall(gateway.start(ask))).toBe('GatewayUnavailable');
  });
});

describe('check', () => {
  it('returns the gateway’s current status, with the fee', async () => {
    const { gateway, calls } = await serve(shapeOf('check-approved'));

    const evidence = await gateway.check(row);

    expect(evidence).toEqual({
      source: 'check',
      status: 'Approved',
      amountText: '1547.36',
      currency: 'UAH',
      merchantAccount: 'sandbox_merchant',
      reasonCode: '1100',
      inboxId: null,
      payload: {
        cardPan: '41****8217',
        cardType: 'Visa',
        issuerBankName: 'Test Bank',
        authCode: '541963',
        reasonCode: '1100',
        paymentSystem: 'card',
        gatewayStatus: 'Approved',
        feeMinor: 2785,
        refundedMinor: 0,
      },
    });
    expect(calls.map(jsonOf)).toEqual([
      {
        transactionType: 'CHECK_STATUS',
        merchantAccount: 'sandbox_merchant',
        orderReference: 'ORD-1001-1',
        merchantSignature: '4176909d9851feb2c0008b1db7e193e4',
        apiVersion: 1,
      },
    ]);
  });

  it('returns null for a reference the gateway has never seen', async () => {
    const { gateway } = await serve(shapeOf('check-not-found'));

    expect(await gateway.check(row)).toBeNull();
  });

  it.each([
    ['whose amount was changed', shapeOf('check-approved').replace('1547.36', '1.00')],
    ['that is not signed', shapeOf('check-approved').replace(/"merchantSignature": "\w+",/, '')],
    ['that is a refusal', shapeOf('refused-api-off')],
  ])('rejects a response %s', async (_name, answer) => {
    const { gateway } = await serve(answer);

    expect(await codeOfCall(gateway.check(row))).toBe('GatewayUnavailable');
  });

  it('rejects a correctly signed response about another payment', async () => {
    const { gateway } = await serve(shapeOf('check-approved'));

    expect(await codeOfCall(gateway.check({ ...row, orderReference: 'ORD-1001-2' }))).toBe('GatewayUnavailable');
  });

  it('asks the account that the attempt was started with, whichever serves the purpose today', async () => {
    const { gateway, calls } = await serve(shapeOf('check-approved'), twoAccounts);
    const signed = { merchantAccount: 'sandbox_merchant', orderDate: 1_760_000_000, amountText: '1547.36' };

    expect(await gateway.check({ ...row, signed })).toMatchObject({ merchantAccount: 'sandbox_merchant' });
    expect(await codeOfCall(gateway.check({ ...row, signed: { ...signed, merchantAccount: 'closed' } }))).toBe(
      'GatewayUnavailable',
    );
    expect(calls).toHaveLength(1);
  });

  it('ends as soon as its caller aborts', async () => {
    const leaving = new AbortController();
    const { gateway } = await serve(() => {
      leaving.abort();
      return undefined;
    });

    expect(await codeOfCall(gateway.check(row, leaving.signal))).toBe('GatewayUnavailable');
  });
});

describe('refund and settle', () => {
  const answerOf = (status: string, reasonCode: number, account = 'sandbox_merchant') =>
    JSON.stringify({
      merchantAccount: account,
      orderReference: row.orderReference,
      transactionStatus: status,
      reasonCode,
      merchantSignature: hmac(account, [row.orderReference, status, reasonCode]),
    });

  it('asks for the full amount once and returns the outcome', async () => {
    const { gateway, calls } = await serve(shapeOf('refund-refunded'));

    const evidence = await gateway.refund(row, 'Out\nof stock');

    expect(evidence).toMatchObject({ status: 'Refunded', amountText: '1547.36', currency: 'UAH', reasonCode: '1100' });
    expect(calls.map(jsonOf)).toEqual([
      {
        transactionType: 'REFUND',
        merchantAccount: 'sandbox_merchant',
        orderReference: 'ORD-1001-1',
        amount: '1547.36',
        currency: 'UAH',
        comment: 'Out of stock',
        merchantSignature: '6cbd8555bca2f121634bc0d241e4a9e6',
        apiVersion: 1,
      },
    ]);
  });

  it.each([
    ['RefundInProcessing', 1138, 'RefundInProcessing'],
    ['Declined', 1138, 'RefundInProcessing'],
    ['Voided', 1100, 'Voided'],
    ['Declined', 1126, 'Declined'],
  ])('maps %s with %i to %s', async (status, reasonCode, said) => {
    const { gateway } = await serve(answerOf(status, reasonCode));

    expect(await gateway.refund(row, 'Canceled')).toMatchObject({ status: said, reasonCode: String(reasonCode) });
  });

  it('accepts an unsigned refusal, and reports that no money moved', async () => {
    const { gateway } = await serve(shapeOf('refused-api-off'));

    expect(await gateway.refund(row, 'Canceled')).toMatchObject({ status: 'Declined', reasonCode: '1117' });
    expect(await gateway.settle(row)).toMatchObject({ status: 'WaitingAuthComplete', reasonCode: '1117' });
  });

  it('settles the full amount', async () => {
    const { gateway, calls } = await serve(answerOf('Approved', 1100));

    expect(await gateway.settle(row)).toMatchObject({ source: 'check', status: 'Approved', amountText: '1547.36' });
    expect(jsonOf(calls[0])).toMatchObject({ transactionType: 'SETTLE', amount: '1547.36', currency: 'UAH' });
  });

  it.each([
    ['is not signed', '{"transactionStatus":"Refunded","reasonCode":1100}'],
    ['is signed by another account', answerOf('Refunded', 1100, 'shop_merchant')],
    ['is about another payment', shapeOf('refund-refunded').replace('ORD-1001-1', 'ORD-1001-2')],
    ['claims money with a code of refusal', '{"transactionStatus":"Refunded","reasonCode":1117}'],
  ])('throws GatewayUnavailable when the confirmed refund %s', async (_name, answer) => {
    const { gateway } = await serve(answer);

    expect(await codeOfCall(gateway.refund(row, 'Canceled'))).toBe('GatewayUnavailable');
  });
});

describe('list', () => {
  const from = new Date(1_759_900_000_400);
  const to = new Date(1_760_072_800_400);

  it('returns every payment of the time span with its fee', async () => {
    const { gateway, calls } = await serve(shapeOf('transaction-list'));

    const lines = await gateway.list(from, to);

    expect(lines).toMatchObject([
      { orderReference: 'ORD-1001-1', feeMinor: 2785, evidence: { status: 'Approved', amountText: '1547.36' } },
      { orderReference: 'ORD-1002-1', feeMinor: null, evidence: { status: 'Declined', amountText: '1547.36' } },
    ]);
    expect(jsonOf(calls[0])).toMatchObject({
      transactionType: 'TRANSACTION_LIST',
      dateBegin: 1_759_900_000,
      dateEnd: 1_760_072_801,
    });
  });

  it('asks each account once', async () => {
    const { gateway, calls } = await serve(shapeOf('transaction-list'), twoAccounts);

    const lines = await gateway.list(from, to);

    const asked = calls.map((call) => (jsonOf(call) as { merchantAccount: string }).merchantAccount);
    expect(asked.toSorted()).toEqual(['sandbox_merchant', 'shop_merchant']);
    expect(lines).toHaveLength(4);
  });

  it.each([
    ['refused', shapeOf('refused-api-off')],
    ['with a line without a reference', '{"reasonCode":1100,"transactionList":[{"amount":5}]}'],
  ])('throws GatewayUnavailable instead of returning a partial statement: %s', async (_name, answer) => {
    const { gateway } = await serve(answer);

    expect(await codeOfCall(gateway.list(from, to))).toBe('GatewayUnavailable');
  });
});

describe('accept', () => {
  it('signs the acceptance of a callback as the test vector does', async () => {
    const { gateway } = await serve('');
    const callback = gateway.readCallback(Buffer.from(shapeOf('callback-approved')));
    if ('problem' in callback) throw new Error(callback.problem);

    expect(gateway.accept(callback, new Date(1_760_000_300_900))).toEqual({
      orderReference: 'ORD-1001-1',
      status: 'accept',
      time: 1_760_000_300,
      signature: '42063cb9037166e44419be3213e60cf3',
    });
  });
});

function limitsOf<T>(all: T) {
  return { purchase: all, CHECK_STATUS: all, REFUND: all, SETTLE: all, TRANSACTION_LIST: all };
}

function drip(response: ServerResponse): undefined {
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

describe('a gateway with a fault', () => {
  const troubles: readonly (readonly [string, Answer])[] = [
    ['sends no response', () => undefined],
    ['closes the connection', (_body, response) => void response.destroy()],
    ['stops in the middle of its response', (_body, response) => void response.writeHead(200).write('{"url":"https')],
    ['drips bytes without an end', (_body, response) => drip(response)],
    ['responds with 500', (_body, response) => void response.writeHead(500).end(shapeOf('purchase-page'))],
    ['redirects', (_body, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['responds with HTML', () => '<html>Bad gateway</html>'],
    ['sends too large a response', () => `{"a":"${'x'.repeat(300_000)}"}`],
  ];

  it.each(troubles)('makes every call throw GatewayUnavailable when it %s', async (_name, answer) => {
    const { gateway } = await serve(answer, vectorAccounts, quick);
    const calls = [gateway.start(ask), gateway.check(row), gateway.refund(row, 'Canceled'), gateway.settle(row)];

    const codes = await Promise.all(calls.map(codeOfCall));

    expect(new Set(codes)).toEqual(new Set(['GatewayUnavailable']));
  });

  it('makes a call throw GatewayUnavailable when the connection is refused', async () => {
    const closed = openGateway({
      accounts: vectorAccounts,
      payUrl: 'http://127.0.0.1:1/pay',
      apiUrl: 'http://127.0.0.1:1/api',
    });

    expect(await codeOfCall(closed.start(ask))).toBe('GatewayUnavailable');
  });

  it('is never called inside a transaction, which may run again', async () => {
    const { gateway, calls } = await serve(shapeOf('purchase-page'));

    await expect(insideTransaction(() => gateway.start(ask))).rejects.toThrow('inside a transaction');
    await expect(insideTransaction(() => gateway.check(row))).rejects.toThrow('inside a transaction');
    expect(calls).toEqual([]);
  });
});
