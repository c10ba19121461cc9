import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import type { PayMethod } from './pay-offers.ts';
import { type Draft, findPlaced, noticeOf, placeAndPay } from './place-and-pay.ts';
import { startPayment } from './start-payment.ts';

const draft: Draft = { expectedTotal: 300, delivery: { comment: '' } };
const edited: Draft = { ...draft, delivery: { comment: 'after six' } };
const someone = (userId = 'usr_anna') => ({
  userId,
  storage: openStorage(() => {
    throw new Error('no browser here');
  }),
});

const payBy = (way: PayMethod, body: Draft, buyer: ReturnType<typeof someone>) =>
  placeAndPay(body, buyer, (orderId) =>
    startPayment({ orderId, way, orderPage: `/uk/orders/${orderId}`, locale: 'uk' }),
  );
/** Presses the order button once, with payment from the balance. */
const press = async (body: Draft, buyer: ReturnType<typeof someone>) => (await payBy('credit', body, buyer)).orderId;

type Call = { readonly path: string; readonly key: string | undefined; readonly body: unknown };

/** Stubs a server that returns these responses in order, one for each call. */
function playing(...answers: readonly (() => Response)[]) {
  const calls: Call[] = [];
  const queue = [...answers];
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body: string }) => {
    calls.push({
      path: url.split('/').at(-1) ?? '',
      key: init.headers['idempotency-key'],
      body: JSON.parse(init.body),
    });
    const answer = queue.shift();
    if (!answer) throw new Error(`nobody expected ${url}`);
    return answer();
  });
  return calls;
}
const pathsOf = (calls: readonly Call[]) => calls.map(({ path }) => path);
const keysOf = (calls: readonly Call[]) => calls.flatMap(({ key }) => key ?? []);

const placed = (id = 'ord_1', totalMinor = 300) => Response.json({ order: { id, totalMinor }, rails: [] });
const paid = () => Response.json({});
const page = () => Response.json({ paymentUrl: 'https://bank.test/page?vkh=1' });
const lost = () => {
  throw new TypeError('failed to fetch');
};
const cutOff = () => new Response('{"order":', { status: 201 });
const broken = () => Response.json({ error: 'ServiceUnavailable', message: 'no', statusCode: 503 }, { status: 503 });
const refused =
  (code: string, status = 409) =>
  () =>
    Response.json({ error: 'Conflict', message: code, statusCode: status, details: { code } }, { status });

describe('placeAndPay', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('places one order, pays it and clears the stored checkout', async () => {
    const buyer = someone();
    const calls = playing(placed, paid);

    expect(await press(draft, buyer)).toBe('ord_1');
    expect(pathsOf(calls)).toEqual(['checkout', 'credit']);
    expect(buyer.storage.getItem('plaza_checkout')).toBeNull();
  });

  it.each([
    ['got no response', lost],
    ['failed', broken],
    ['found the order already paid', refused('AlreadyPaid')],
    ['was rejected', refused('InsufficientCredit')],
    ['failed because the session had expired', refused('Unauthorized', 401)],
  ])('returns the placed order when its payment %s', async (_, payment) => {
    const calls = playing(placed, payment);

    expect(await press(draft, someone())).toBe('ord_1');
    expect(pathsOf(calls)).toEqual(['checkout', 'credit']);
  });

  it.each([
    ['was lost', lost],
    ['was cut off', cutOff],
    ['was a server error', broken],
  ])('repeats the same order request after a response that %s, and pays the order', async (_, unknown) => {
    const buyer = someone();
    const calls = playing(unknown, unknown, placed, paid);

    await expect(press(draft, buyer)).rejects.toThrow();
    await expect(press(draft, buyer)).rejects.toThrow();
    await press(draft, buyer);

    expect(pathsOf(calls)).toEqual(['checkout', 'checkout', 'checkout', 'credit']);
    expect(new Set(keysOf(calls)).size).toBe(1);
    expect(keysOf(calls)[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('returns the order of a lost response, unpaid, instead of ordering the edited checkout again', async () => {
    const buyer = someone();
    const calls = playing(lost, placed);
    await expect(press(draft, buyer)).rejects.toThrow(ApiProblem);

    expect(await press(edited, buyer)).toBe('ord_1');
    expect(calls.map(({ body }) => body)).toEqual([draft, draft]);
    expect(new Set(keysOf(calls)).size).toBe(1);
  });

  it('sends the edited checkout after the order of the lost response was rejected', async () => {
    const buyer = someone();
    const calls = playing(lost, refused('InsufficientStock'), placed, paid);
    await expect(press(draft, buyer)).rejects.toThrow(ApiProblem);

    expect(await press(edited, buyer)).toBe('ord_1');
    expect(calls.map(({ body }) => body)).toEqual([draft, draft, edited, { orderId: 'ord_1' }]);
    expect(new Set(keysOf(calls)).size).toBe(2);
  });

  it('repeats the first order request until its outcome is known', async () => {
    const buyer = someone();
    const calls = playing(lost, lost, refused('Unauthorized', 401), refused('RateLimitError', 429), placed);
    for (const pressed of [draft, edited, edited, edited])
      await expect(press(pressed, buyer)).rejects.toThrow(ApiProblem);

    expect(await press(edited, buyer)).toBe('ord_1');
    expect(calls.map(({ body }) => body)).toEqual([draft, draft, draft, draft, draft]);
  });

  it('uses a new idempotency key after the server reported another body for the old one', async () => {
    const buyer = someone();
    const calls = playing(lost, refused('IdempotencyMismatch'), placed, paid);
    await expect(press(draft, buyer)).rejects.toThrow(ApiProblem);

    await press(draft, buyer);

    expect(new Set(keysOf(calls)).size).toBe(2);
  });

  it.each([
    ['InsufficientStock', 409],
    ['PriceChanged', 409],
    ['ValidationError', 400],
    ['OwnProduct', 403],
    ['Unauthorized', 401],
    ['RateLimitError', 429],
  ])('uses a new idempotency key after %s', async (code, status) => {
    const buyer = someone();
    const calls = playing(refused(code, status), placed, paid);
    await expect(press(draft, buyer)).rejects.toThrow(ApiProblem);

    expect(await press(draft, buyer)).toBe('ord_1');
    expect(new Set(keysOf(calls)).size).toBe(2);
  });

  it('does not pay an order from another tab whose total differs from the button', async () => {
    const calls = playing(() => placed('ord_other', 450));

    expect(await press(draft, someone())).toBe('ord_other');
    expect(pathsOf(calls)).toEqual(['checkout']);
  });

  it('does not resend the pending order of another user in the same browser', async () => {
    const anna = someone();
    const calls = playing(lost, placed, paid);
    await expect(press(draft, anna)).rejects.toThrow(ApiProblem);

    await press(edited, { ...anna, userId: 'usr_boris' });

    expect(calls.map(({ body }) => body)).toEqual([draft, edited, { orderId: 'ord_1' }]);
  });
});

describe('placeAndPay by card', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('places one order and returns the payment page, with a return URL in the current language', async () => {
    const calls = playing(placed, page);

    expect(await payBy('cardgw', draft, someone())).toEqual({
      orderId: 'ord_1',
      paymentUrl: 'https://bank.test/page?vkh=1',
    });
    expect(pathsOf(calls)).toEqual(['checkout', 'cardgw']);
    expect(calls[1]?.body).toEqual({ orderId: 'ord_1', returnUrl: '/uk/orders/ord_1', locale: 'UK' });
  });

  it.each([
    ['was lost', lost],
    ['is a server error', broken],
    ['says that no gateway is configured', refused('GatewayNotConfigured', 503)],
  ])('returns the placed order without a second attempt when the gateway response %s', async (_, answer) => {
    const calls = playing(placed, answer);

    expect(await payBy('cardgw', draft, someone())).toEqual({ orderId: 'ord_1', paymentUrl: null });
    expect(pathsOf(calls)).toEqual(['checkout', 'cardgw']);
  });

  it('finds the order of a lost response after another payment method was chosen', async () => {
    const buyer = someone();
    const calls = playing(lost, placed, page);
    await expect(payBy('credit', draft, buyer)).rejects.toThrow(ApiProblem);

    expect(await payBy('cardgw', draft, buyer)).toMatchObject({ orderId: 'ord_1' });
    expect(pathsOf(calls)).toEqual(['checkout', 'checkout', 'cardgw']);
    expect(new Set(keysOf(calls)).size).toBe(1);
  });

  it('starts no payment when the total differs from the button', async () => {
    const calls = playing(() => placed('ord_other', 450));

    expect(await payBy('cardgw', draft, someone())).toEqual({ orderId: 'ord_other', paymentUrl: null });
    expect(pathsOf(calls)).toEqual(['checkout']);
  });
});

describe('findPlaced', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('finds the order of a lost response after a reload, and does not pay it', async () => {
    const buyer = someone();
    const calls = playing(lost, placed);
    await expect(press(draft, buyer)).rejects.toThrow(ApiProblem);

    expect(await findPlaced(buyer)).toMatchObject({ id: 'ord_1' });
    expect(pathsOf(calls)).toEqual(['checkout', 'checkout']);
    expect(await findPlaced(buyer)).toBeNull();
  });

  it('sends no request when no response was lost', async () => {
    const calls = playing();

    expect(await findPlaced(someone())).toBeNull();
    expect(calls).toEqual([]);
  });
});

describe('noticeOf', () => {
  const problem = (error: string, statusCode: number, details: Record<string, string>) =>
    new ApiProblem({ error, message: 'no', statusCode, details });

  it('reports the remaining stock of each short line', () => {
    const notice = noticeOf(problem('Conflict', 409, { code: 'InsufficientStock', orderId: 'ord_1', lamp: '1' }), [
      { id: 'lamp', qty: 3 },
    ]);

    expect(notice).toMatchObject({ kind: 'short', lines: [{ id: 'lamp', wanted: 3, left: 1 }] });
  });

  it('marks the form field that the server rejected', () => {
    expect(noticeOf(problem('ValidationError', 400, { 'contact.email': 'Invalid email address' }), [])).toEqual({
      kind: 'fields',
      fields: { email: 'badEmail' },
    });
  });

  it('marks no field when the rejected value has no field in the form', () => {
    expect(noticeOf(problem('ValidationError', 400, { 'items.0.id': 'is not an available product' }), [])).toEqual({
      kind: 'problem',
      error: null,
    });
  });

  it('reports the new total after a price change', () => {
    expect(noticeOf(problem('Conflict', 409, { code: 'PriceChanged', total: '360' }), [])).toEqual({
      kind: 'price',
      totalMinor: 360,
    });
  });
});
