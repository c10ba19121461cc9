import { describe, expect, it } from 'vitest';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { listVendorBalances } from '#lib/store/vendors/vendor-accounts.ts';
import { asUser } from '#tests/support/context.ts';
import { payingShopper, payOutAll, placeOrder } from '#tests/support/paying.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { listAccountEntries } from './account-entries.ts';
import { exchangeAccounts } from './balances.ts';
import {
  exportVendorSettlements,
  latestPayouts,
  listPayable,
  listVendorSettlements,
  payableBalances,
  vendorTotals,
} from './vendor-settlements.ts';

/** Places three sales: one paid out and then undone, one payable, one accrued. */
async function soldShop() {
  const ctx = await payingShopper({ vars: { STORE_RETURN_DAYS: '0' } });
  const admin = await asUser(ctx, { role: 'admin' });
  const sell = async (completed: boolean) => {
    const { payment } = await payByCredit(ctx, (await placeOrder(ctx)).id);
    if (completed) await changeOrderStatus(admin, payment.orderId ?? '', { status: 'completed' });
    ctx.clock.advance(1_000);
    return payment.orderReference;
  };
  const undone = await sell(true);
  const later = () => ctx.clock.advance(1_000);
  await releaseDue(ctx);
  later();
  await payOutAll(admin);
  later();
  await reversePayment(admin, undone, 'returned');
  later();
  const payable = await sell(true);
  await releaseDue(ctx);
  const accrued = await sell(false);
  return { ctx, undone, payable, accrued };
}
async function textOf(lines: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

describe('the settlements of a vendor', () => {
  it('are listed by state, newest first', async () => {
    const { ctx, undone, payable, accrued } = await soldShop();
    const list = async (state?: 'payable' | 'reversed' | 'paid') =>
      (await listVendorSettlements(ctx, { vendorId: TEST_VENDOR_ID, state }, { limit: 10 })).settlements.map(
        ({ orderReference }) => orderReference,
      );

    expect(await list()).toEqual([accrued, payable, undone]);
    expect(await list('payable')).toEqual([payable]);
    expect(await list('reversed')).toEqual([undone]);
    expect(await list('paid')).toEqual([]);
  });

  it('have the same totals in vendorTotals, the journal and the export', async () => {
    const { ctx } = await soldShop();

    const totals = await vendorTotals(ctx, TEST_VENDOR_ID);
    const { vendors } = await listVendorBalances(ctx, { limit: 10 });
    const csv = await textOf(exportVendorSettlements(ctx, { vendorId: TEST_VENDOR_ID }));

    const sums = { currency: 'UAH', grossMinor: 10_000, commissionMinor: 1_000, netMinor: 9_000 };
    expect(totals).toEqual([
      { state: 'accrued', ...sums },
      { state: 'payable', ...sums },
      { state: 'reversed', ...sums },
    ]);
    // The payable amount is netted with what was paid out for the undone sale.
    expect(vendors).toMatchObject([
      { id: TEST_VENDOR_ID, balances: [{ account: `vendor:${TEST_VENDOR_ID}:pending`, balanceMinor: -9_000 }] },
    ]);
    expect(
      csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(4, 9).join()),
    ).toEqual(['accrued,UAH,100.00,10.00,90.00', 'payable,UAH,100.00,10.00,90.00', 'reversed,UAH,100.00,10.00,90.00']);
  });

  it('are listed as payable, with the amount withheld for a reversed sale', async () => {
    const { ctx, payable } = await soldShop();

    expect(await listPayable(ctx, TEST_VENDOR_ID)).toMatchObject([
      { currency: 'UAH', payable: [{ orderReference: payable, netMinor: 9_000 }], keptBackMinor: 9_000 },
    ]);
    expect(await latestPayouts(ctx, TEST_VENDOR_ID, 5)).toMatchObject([{ amountMinor: 9_000 }]);
  });

  it('are payable minus the payouts of reversed sales, also below zero', async () => {
    const { ctx, payable } = await soldShop();
    expect(await payableBalances(ctx, TEST_VENDOR_ID)).toEqual([]);

    await reversePayment(await asUser(ctx, { role: 'admin' }), payable, 'returned');

    expect(await payableBalances(ctx, TEST_VENDOR_ID)).toEqual([{ currency: 'UAH', payableMinor: -9_000 }]);
  });
});

describe('listAccountEntries', () => {
  it('returns the postings of an account, newest first, with kind, amount and note', async () => {
    const { ctx, payable } = await soldShop();
    const account = `vendor:${TEST_VENDOR_ID}:payable`;

    const first = await listAccountEntries(ctx, account, { limit: 2 });
    const second = await listAccountEntries(ctx, account, { limit: 9, cursor: first.nextCursor ?? '' });

    const all = [...first.entries, ...second.entries];
    expect(all.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['release', -9_000],
      ['refund', 9_000],
      ['payout', 9_000],
      ['release', -9_000],
    ]);
    expect(all[0]).toMatchObject({ note: payable, currency: 'UAH' });
    expect(first.balances).toEqual([]);
  });

  it('returns no entries for an unused account, and throws NotFound for an unknown account', async () => {
    const { ctx } = await soldShop();
    const [exchange = 'bank'] = exchangeAccounts(ctx);

    expect(await listAccountEntries(ctx, exchange, { limit: 5 })).toMatchObject({ entries: [], nextCursor: null });
    await expect(listAccountEntries(ctx, 'bank; drop', { limit: 5 })).rejects.toMatchObject({ name: 'NotFound' });
  });
});
