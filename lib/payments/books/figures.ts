import type { Context } from '#lib/context/context.ts';
import { csvLines, csvOf } from '#lib/core/csv.ts';
import { amountText, configuredCurrencies } from '#lib/core/money.ts';
import type { Row } from '#lib/data/store.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import { type Account, exchange, vendorPayable, vendorPending } from './accounts.ts';
import { balanceOf } from './journal.ts';

/** What stands on an account in a currency; below 0 it is owed to its owner. */
export type Balance = { readonly account: Account; readonly currency: string; readonly balanceMinor: number };

/** The accounts that are the platform's own; those of people and vendors are asked for by name. */
export const platformAccounts = [
  'gateway:cardgw',
  'gateway:manual',
  'chain:treasury',
  'platform:commission',
  'platform:membership',
  'platform:referral',
  'platform:fees',
  'tax',
  'refund_clearing',
  'bank',
  'suspense',
] as const satisfies readonly Account[];

/** The accounts that amounts of two currencies meet on. */
export const exchangeAccounts = ({ env }: Pick<Context, 'env'>): readonly Account[] =>
  configuredCurrencies(env.STORE_FX_RATES).map(exchange);

export const vendorAccounts = (vendorId: string): readonly Account[] => [
  vendorPending(vendorId),
  vendorPayable(vendorId),
];

/** What stands on these accounts in every currency of the shop, by the journal; what is empty is left out. */
export async function balancesOf(ctx: Context, accounts: readonly Account[]): Promise<readonly Balance[]> {
  const currencies = configuredCurrencies(ctx.env.STORE_FX_RATES);
  const asked = accounts.flatMap((account) => currencies.map((currency) => ({ account, currency })));
  const balances = await Promise.all(
    asked.map(async (one) => ({ ...one, balanceMinor: await balanceOf(ctx.data, one.account, one.currency) })),
  );
  return balances.filter(({ balanceMinor }) => balanceMinor !== 0);
}

const settlementHead = [
  'settlement',
  'order',
  'payment',
  'vendor',
  'state',
  'currency',
  'gross',
  'commission',
  'net',
  'sold',
  'released',
] as const;

type SettlementRow = Pick<Row<Settlement>, 'id' | 'data'>;

/** Settlements as a table for a spreadsheet: the same figures for a vendor and for the console. */
export const settlementsCsv = (rows: readonly SettlementRow[]): string =>
  csvOf(settlementHead, []) + settlementLines(rows);

/** Further lines of that table. */
export const settlementLines = (rows: readonly SettlementRow[]): string =>
  csvLines(
    rows.map(({ id, data }) => [
      id,
      data.orderId,
      data.orderReference,
      data.vendorId,
      data.state,
      data.currency,
      amountText(data.grossMinor, data.currency),
      amountText(data.commissionMinor, data.currency),
      amountText(data.netMinor, data.currency),
      data.createdAt,
      data.releaseAt,
    ]),
  );
