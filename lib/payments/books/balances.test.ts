import { describe, expect, it } from 'vitest';
import { settlementsCsv } from '#lib/payments/books/settlements-csv.ts';
import { Settlements } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';
import { balancesOf, platformAccounts, vendorAccounts } from './balances.ts';

async function soldShop() {
  const ctx = await payingShopper();
  await payByCredit(ctx, (await placeOrder(ctx)).id);
  return ctx;
}

describe('balancesOf and settlementsCsv', () => {
  it('return the balance of each account and omit empty accounts', async () => {
    const ctx = await soldShop();

    expect(await balancesOf(ctx, vendorAccounts(TEST_VENDOR_ID))).toEqual([
      { account: `vendor:${TEST_VENDOR_ID}:pending`, currency: 'UAH', balanceMinor: -9_000 },
    ]);
    expect(await balancesOf(ctx, platformAccounts)).toEqual([
      { account: 'gateway:manual', currency: 'UAH', balanceMinor: 1_000_000 },
      { account: 'platform:commission', currency: 'UAH', balanceMinor: -1_000 },
    ]);
  });

  it('write the amounts of a settlement in major units to the CSV', async () => {
    const ctx = await soldShop();

    const [, line = ''] = settlementsCsv(await everyRow(ctx.data, Settlements)).split('\r\n');

    expect(line).toContain(`,${TEST_VENDOR_ID},accrued,UAH,100.00,10.00,90.00,`);
  });
});
