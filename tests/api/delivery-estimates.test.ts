import { describe, expect, it } from 'vitest';
import { GET } from '#app/api/store/delivery-estimates/route.ts';
import { Vendors } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import { OLHA, openDeliveringSellers } from '#tests/support/delivering-sellers.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';

const ids = `${TEST_VENDOR_ID},${OLHA}`;
const ask = async (query: Readonly<Record<string, string>> = {}) => call(GET, { query: { vendorIds: ids, ...query } });

describe('GET /api/store/delivery-estimates', () => {
  it('returns what sellers offer within their own countries, to anybody', async () => {
    await openDeliveringSellers();

    const { status, body } = await ask();

    expect(status).toBe(200);
    const days = { minDays: 2, maxDays: 4 };
    expect(body).toEqual({
      currency: 'UAH',
      estimates: [
        {
          ...{ vendorId: TEST_VENDOR_ID, country: 'UA', arrange: true },
          offers: [
            { priceMinor: 6_000, freeFromMinor: 30_000, ...days },
            { priceMinor: 4_500, freeFromMinor: null, ...days },
          ],
        },
        {
          ...{ vendorId: OLHA, country: 'UA', arrange: true },
          offers: [{ priceMinor: 1_000, freeFromMinor: null, minDays: 0, maxDays: 0 }],
        },
      ],
    });
  });

  it('returns what reaches a country, in a currency', async () => {
    await openDeliveringSellers();

    const { body } = await ask({ vendorIds: OLHA, country: 'PL', currency: 'EUR' });
    expect(body).toMatchObject({ currency: 'EUR', estimates: [{ country: 'PL', offers: [{}, { maxDays: 4 }] }] });
    const abroad = (await ask({ country: 'US' })).body.estimates.map(({ offers }) => offers.length);
    expect(abroad).toEqual([2, 1]);
  });

  it('leaves out sellers that are unknown, suspended or named twice', async () => {
    const { world } = await openDeliveringSellers();
    await world.data.update(Vendors, OLHA, { status: 'suspended' });

    const { body } = await ask({ vendorIds: `${ids},${TEST_VENDOR_ID},vnd_none` });
    expect(body.estimates.map(({ vendorId }) => vendorId)).toEqual([TEST_VENDOR_ID]);
    expect((await ask({ vendorIds: '' })).body.estimates).toEqual([]);
  });

  it('rejects wrong and unlimited queries', async () => {
    await openDeliveringSellers();

    const many = Array.from({ length: 51 }, (_, i) => `vnd_${i}`).join(',');
    for (const wrong of [{ country: 'XX' }, { currency: 'GBP' }, { currency: 'money' }, { vendorIds: many }])
      expect(await ask(wrong)).toMatchObject({ status: 400 });
    expect(await call(GET, { query: {} })).toMatchObject({ status: 400 });
  });
});
