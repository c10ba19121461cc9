import type { Context } from '#lib/context/context.ts';
import { configuredCurrencies } from '#lib/core/money.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { ListPage } from '#lib/payments/attempts/ledger-list.ts';
import { settlementLines, settlementsCsv } from '#lib/payments/books/settlements-csv.ts';
import { MAX_PAYOUT_SETTLEMENTS } from '#lib/payments/limits.ts';
import { payoutsOfVendor, settlementsOfVendor, settlementsOverpaid, settlementsSummed } from '#lib/payments/queries.ts';
import type { Payout, Settlement } from '#lib/payments/schemas/journal.ts';
import { type SettlementState, settlementStates } from '#lib/payments/values.ts';
import { vendorPayable } from './accounts.ts';
import { balancesOf } from './balances.ts';

export type SettlementFilter = { readonly vendorId: string; readonly state?: SettlementState | undefined };
export type VendorSettlementRow = Settlement & { readonly id: string };
export type SettlementPage = {
  readonly settlements: readonly VendorSettlementRow[];
  readonly nextCursor: string | null;
};

/** The sums of a vendor's settlements of one state and currency. */
export type SettlementTotal = {
  readonly state: SettlementState;
  readonly currency: string;
  readonly grossMinor: number;
  readonly commissionMinor: number;
  readonly netMinor: number;
};

/** Rows of one read of the export. */
const PAGE = 500;

/** Lists a vendor's settlements, sale by sale, newest first. */
export async function listVendorSettlements(
  { data }: Context,
  filter: SettlementFilter,
  { limit, cursor }: ListPage,
): Promise<SettlementPage> {
  const page = await data.find(settlementsOfVendor(filter, limit, cursor));
  return { settlements: page.rows.map((row) => ({ ...row.data, id: row.id })), nextCursor: page.next };
}

/** Returns the sums of a vendor's settlements by state and currency. Empty combinations are left out. */
export async function vendorTotals({ data, env }: Context, vendorId: string): Promise<readonly SettlementTotal[]> {
  const currencies = configuredCurrencies(env.STORE_FX_RATES);
  const asked = settlementStates.flatMap((state) => currencies.map((currency) => ({ state, currency })));
  const totals = await Promise.all(
    asked.map(async ({ state, currency }) => {
      const rows = settlementsSummed(vendorId, state, currency);
      const [grossMinor, commissionMinor, netMinor] = await Promise.all([
        data.sum(rows, 'grossMinor'),
        data.sum(rows, 'commissionMinor'),
        data.sum(rows, 'netMinor'),
      ]);
      return { state, currency, grossMinor, commissionMinor, netMinor };
    }),
  );
  return totals.filter(({ grossMinor }) => grossMinor !== 0);
}

/**
 * Returns what a vendor can be paid out now, by currency. Below 0, the vendor was paid for sales that were undone
 * since. The next payout keeps that back.
 */
export async function payableBalances(
  ctx: Context,
  vendorId: string,
): Promise<readonly { readonly currency: string; readonly payableMinor: number }[]> {
  const balances = await balancesOf(ctx, [vendorPayable(vendorId)]);
  return balances.map(({ currency, balanceMinor }) => ({ currency, payableMinor: -balanceMinor }));
}

/** The settlements of one currency that a payout can include now, and the amount kept back for undone sales. */
export type Payable = {
  readonly currency: string;
  readonly payable: readonly Pick<VendorSettlementRow, 'id' | 'orderReference' | 'netMinor'>[];
  readonly keptBackMinor: number;
};

/** Lists what a payout to a vendor can include, currency by currency, at most as much as one payout accepts. */
export async function listPayable({ data }: Context, vendorId: string): Promise<readonly Payable[]> {
  const { rows } = await data.find(settlementsOfVendor({ vendorId, state: 'payable' }, MAX_PAYOUT_SETTLEMENTS));
  const free = rows.filter((row) => !row.data.blocked);
  const currencies = [...new Set(free.map((row) => row.data.currency))].sort();
  return Promise.all(
    currencies.map(async (currency) => {
      const overpaid = await data.find(settlementsOverpaid(vendorId, currency, MAX_PAYOUT_SETTLEMENTS));
      return {
        currency,
        payable: free
          .filter((row) => row.data.currency === currency)
          .map((row) => ({ id: row.id, orderReference: row.data.orderReference, netMinor: row.data.netMinor })),
        keptBackMinor: overpaid.rows.reduce((sum, row) => sum + row.data.netMinor, 0),
      };
    }),
  );
}

/** Returns the latest payouts to a vendor. */
export async function latestPayouts(
  { data }: Context,
  vendorId: string,
  limit: number,
): Promise<readonly (Payout & { readonly id: string })[]> {
  const page = await data.find(payoutsOfVendor(vendorId, limit));
  return page.rows.map((row) => ({ ...row.data, id: row.id }));
}

/** Streams a vendor's settlements as a CSV table, page by page, however many there are. */
export async function* exportVendorSettlements(
  { data }: Context,
  filter: SettlementFilter,
): AsyncGenerator<string, void> {
  yield settlementsCsv([]);
  for await (const rows of pagesOf(data, (after) => settlementsOfVendor(filter, PAGE, after)))
    yield settlementLines(rows);
}
