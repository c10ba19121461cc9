import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '#lib/web/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { type Draft, noticeOf, placeAndPay } from './place-and-pay.ts';

const draft: Draft = { items: [{ id: 'lamp', qty: 3 }], expectedTotal: 300 };
const emptyStorage = () =>
  openStorage(() => {
    throw new Error('no browser here');
  });

/** A server whose answers are played in order; each is what one call gets. */
function playing(...answers: readonly (() => Response)[]) {
  const calls: { path: string; key: string | undefined }[] = [];
  const queue = [...answers];
  vi.stubGlobal('fetch', async (path: string, init: { headers: Record<string, string> }) => {
    calls.push({ path, key: init.headers['idempotency-key'] });
    const answer = queue.shift();
    if (!answer) throw new Error(`nobody expected ${path}`);
    return answer();
  });
  return calls;
}

const placed = () => Response.json({ order: { id: 'ord_1' }, rails: [] }, { status: 201 });
const paid = () => Response.json({});
const lost = () => {
  throw new TypeError('failed to fetch');
};
const refused = (code: string) => () =>
  Response.json({ error: 'Conflict', message: code, statusCode: 409, details: { code } }, { status: 409 });

describe('placeAndPay', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('orders once and pays that order', async () => {
    const calls = playing(placed, paid);

    const orderId = await placeAndPay(draft, emptyStorage());

    expect(orderId).toBe('ord_1');
    expect(calls.map(({ path }) => path)).toEqual(['/api/store/checkout', '/api/store/payments/credit']);
  });

  it('asks for the very same order again after an answer was lost', async () => {
    const calls = playing(lost, placed, lost, placed, paid);
    const storage = emptyStorage();

    await expect(placeAndPay(draft, storage)).rejects.toThrow(ApiProblem);
    await expect(placeAndPay(draft, storage)).rejects.toThrow(ApiProblem);
    await placeAndPay(draft, storage);

    const keys = calls.filter(({ path }) => path === '/api/store/checkout').map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['AlreadyPaid', 'InsufficientCredit', 'CurrencyNotAccepted'])(
    'leads to the order where its payment was refused with %s',
    async (code) => {
      playing(placed, refused(code));

      expect(await placeAndPay(draft, emptyStorage())).toBe('ord_1');
    },
  );
});

describe('noticeOf', () => {
  const problem = (error: string, statusCode: number, details: Record<string, string>) =>
    new ApiProblem({ error, message: 'no', statusCode, details });

  it('says of each short line what is left of it', () => {
    const notice = noticeOf(
      problem('Conflict', 409, { code: 'InsufficientStock', orderId: 'ord_1', lamp: '1' }),
      draft.items,
    );

    expect(notice).toMatchObject({ kind: 'short', lines: [{ id: 'lamp', wanted: 3, left: 1 }] });
  });

  it('ties what the server says of a field to the field of the form', () => {
    const notice = noticeOf(problem('ValidationError', 400, { 'contact.email': 'is no address' }), draft.items);

    expect(notice).toEqual({ kind: 'fields', fields: { email: 'is no address' } });
  });

  it('names the new total where prices have changed', () => {
    expect(noticeOf(problem('Conflict', 409, { code: 'PriceChanged', total: '360' }), draft.items)).toEqual({
      kind: 'price',
      totalMinor: 360,
    });
  });
});
