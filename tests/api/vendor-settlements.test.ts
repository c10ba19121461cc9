import { beforeEach, describe, expect, it } from 'vitest';
import { GET as download } from '#app/api/vendor/settlements.csv/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { Vendors } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { addProduct, addVendor, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

type Shopper = Awaited<ReturnType<typeof payingShopper>>;
let shopper: Shopper;

/** Opens a shop with two sellers. */
beforeEach(async () => {
  shopper = await payingShopper();
  await addVendor(shopper, 'vnd_rival');
  await addProduct(shopper, 'vase', 10, { vendorId: 'vnd_rival' });
  installRuntime(shopper);
});

const seller = (vendorId: string | null = TEST_VENDOR_ID) => asUser(shopper, { vendorId });
const ask = (as: Awaited<ReturnType<typeof seller>> | null) => call(download, { ...(as && { as }) });
const linesOf = ({ text }: { readonly text: string }) => text.split('\r\n').slice(1, -1);

async function sell(units: Readonly<Record<string, number>>): Promise<string> {
  const { id } = await placeOrder(shopper, units);
  await payByCredit(shopper, id);
  shopper.clock.advance(SECOND_MS);
  return id;
}

describe('GET /api/vendor/settlements.csv', () => {
  it('returns a CSV of the seller’s own sales with gross, commission and net, newest first', async () => {
    const first = await sell({ mug: 1 });
    const second = await sell({ mug: 2 });

    const reply = await ask(await seller());

    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="settlements-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(linesOf(reply)).toEqual([
      expect.stringContaining(`,${second},`),
      expect.stringMatching(new RegExp(`,${first},.*,${TEST_VENDOR_ID},accrued,UAH,100\\.00,10\\.00,90\\.00,`)),
    ]);
  });

  it('S35 returns to each seller only their own part of a shared order', async () => {
    await sell({ mug: 1, vase: 3 });

    const [own, rivals] = [await ask(await seller()), await ask(await seller('vnd_rival'))];

    expect(linesOf(own)).toEqual([expect.stringContaining(`,${TEST_VENDOR_ID},`)]);
    expect(linesOf(rivals)).toEqual([expect.stringContaining(',vnd_rival,')]);
    expect(own.text).not.toContain('vnd_rival');
  });

  it('contains nothing about the buyer', async () => {
    await sell({ mug: 1 });

    const { text } = await ask(await seller());

    expect(text).not.toContain(shopper.user.id);
    expect(text).not.toContain(shopper.user.email);
  });

  it('returns only the header before the first sale', async () => {
    expect((await ask(await seller())).text).toMatch(/^settlement,order,[a-z,]+\r\n$/);
  });

  it('returns them to the owner of a suspended seller, whose open orders go on', async () => {
    const order = await sell({ mug: 1 });
    await shopper.data.update(Vendors, TEST_VENDOR_ID, { status: 'suspended' });

    const reply = await ask(await seller());

    expect(reply.status).toBe(200);
    expect(linesOf(reply)).toEqual([expect.stringContaining(`,${order},`)]);
  });

  it.each(['applied', 'rejected'] as const)('responds with 403 to the owner of a seller that is %s', async (status) => {
    await shopper.data.update(Vendors, TEST_VENDOR_ID, { status });

    expect(await ask(await seller())).toMatchObject({
      status: 403,
      body: { details: { code: 'VendorNotApproved' } },
    });
  });

  it('responds with 403 to anyone without a shop, admins included, and with 401 without a session', async () => {
    const admin = await asUser(shopper, { role: 'admin' });

    for (const as of [shopper, await seller('vnd_gone'), admin])
      expect(await ask(as)).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    expect(await ask(null)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
  });

  it('changes nothing, and returns the same for each call', async () => {
    await sell({ mug: 1 });
    const owner = await seller();
    const before = await everyRow(shopper.data, PaymentTransactions);

    const replies = await Promise.all([ask(owner), ask(owner), ask(owner)]);

    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await everyRow(shopper.data, PaymentTransactions)).toEqual(before);
  });
});
