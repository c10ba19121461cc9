import type { Context } from '#lib/context/context.ts';
import { configuredCurrencies } from '#lib/core/money.ts';
import { type Account, exchange, vendorPayable, vendorPending } from './accounts.ts';
import { balanceOf } from './journal.ts';

/** The balance of an account in one currency. Below 0, the amount is owed to the account's owner. */
export type Balance = { readonly account: Account; readonly currency: string; readonly balanceMinor: number };

/** The platform's own accounts. Accounts of users and vendors are read by name. */
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

/** Returns the accounts where amounts of two currencies meet. */
export const exchangeAccounts = ({ env }: Pick<Context, 'env'>): readonly Account[] =>
  configuredCurrencies(env.STORE_FX_RATES).map(exchange);

export const vendorAccounts = (vendorId: string): readonly Account[] => [
  vendorPending(vendorId),
  vendorPayable(vendorId),
];

/**
 * Returns the balances of these accounts in every currency of the shop, from the journal. Zero balances are left out.
 */
export async function balancesOf(ctx: Context, accounts: readonly Account[]): Promise<readonly Balance[]> {
  const currencies = configuredCurrencies(ctx.env.STORE_FX_RATES);
  const requested = accounts.flatMap((account) => currencies.map((currency) => ({ account, currency })));
  const balances = await Promise.all(
    requested.map(async (side) => ({ ...side, balanceMinor: await balanceOf(ctx.data, side.account, side.currency) })),
  );
  return balances.filter(({ balanceMinor }) => balanceMinor !== 0);
}
