import { describe, expect, it } from 'vitest';
import type { CardCallback } from '#lib/payments/ports.ts';
import { testContext } from '#tests/support/context.ts';
import { callbackIdOf, storeCallback } from './callbacks.ts';

const callback: CardCallback = {
  orderReference: 'P000000000-1',
  merchantAccount: 'shop',
  signedValues: ['shop', 'P000000000-1', '490.00', 'UAH', '', '', 'Approved', '1100'],
  evidence: {
    source: 'webhook',
    status: 'Approved',
    amountText: '490.00',
    currency: 'UAH',
    merchantAccount: 'shop',
    reasonCode: '1100',
    inboxId: null,
    payload: { cardPan: '5168123412345977', recToken: 'tok-1' },
  },
};

describe('stored callbacks', () => {
  it('have an id that depends on the signed values only', () => {
    const otherCallback = { ...callback, signedValues: callback.signedValues.with(7, '1101') };

    expect(callbackIdOf({ ...callback, ...{ merchantAccount: 'x' } })).toBe(callbackIdOf(callback));
    expect(callbackIdOf(otherCallback)).not.toBe(callbackIdOf(callback));
  });

  it('keep the first copy, which storeCallback returns for later copies', async () => {
    const ctx = await testContext();
    const first = await storeCallback(ctx, callback, Buffer.from('{"fee":1}'));
    ctx.clock.advance(1_000);

    expect(await storeCallback(ctx, callback, Buffer.from('{"fee":2}'))).toEqual(first);
    expect(first.data).toMatchObject({ state: 'received', raw: '{"fee":1}' });
  });

  it.each([
    ['{"recToken":"tok-1","fee":2}', '{"recToken":"","fee":2}'],
    [
      '{ "email" : "o@x.test", "phone": "380", "clientName":"O\\"H" }',
      '{ "email" : "", "phone": "", "clientName":"" }',
    ],
    ['%7B%22recToken%22%3A%22tok-1%22%2C%22fee%22%3A2%7D=', '%7B%22recToken%22%3A%22%22%2C%22fee%22%3A2%7D='],
    ['email=o%40x.test&fee=2&recToken=tok-1', 'email=&fee=2&recToken='],
    ['{"clientName":null,"email":""}', '{"clientName":null,"email":""}'],
  ])('contain neither payer data nor card tokens: %s', async (raw, kept) => {
    const ctx = await testContext();

    const { data } = await storeCallback(ctx, callback, Buffer.from(raw));

    expect(data.raw).toBe(kept);
    expect(data.evidence.payload).toEqual({ cardPan: '****5977' });
  });
});
