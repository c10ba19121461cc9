import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { configuredCurrencies } from '#lib/core/money.ts';
import type { Store } from '#lib/data/store.ts';
import { BalanceSnapshots } from '#lib/payments/collections.ts';
import { latestSnapshot, postingAfter } from '#lib/payments/queries.ts';
import type { BalanceSnapshot } from '#lib/payments/schemas/journal.ts';
import { noBalance } from './journal.ts';
import { turnoverWithin } from './turnover.ts';

/** Accounts in one slice. */
const SLICE = 50;
/**
 * Balances that share a commit. A whole slice at once resolved in one turn of the event loop and blocked it for 60
 * ms.
 */
const AT_ONCE = 20;

export type Closed = { readonly seen: number; readonly done: number; readonly next: string | null };

/**
 * Writes the balance of each account at the end of a month, once. A month is closed only when the next one is over
 * too. So an entry still counts when it is committed up to a whole month late. Accounts without postings keep their
 * last balance. Resumes after the account `after`. Safe to run twice, also concurrently.
 */
export async function closeMonth(ctx: Context, after = ''): Promise<Closed> {
  const until = lastClosed(ctx.now());
  const accounts = await accountsAfter(ctx.data, after);
  const currencies = configuredCurrencies(ctx.env.STORE_FX_RATES);
  const sides = accounts.flatMap((account) => currencies.map((currency) => ({ account, currency, until })));
  let done = 0;
  for (let from = 0; from < sides.length; from += AT_ONCE) {
    const written = await Promise.all(sides.slice(from, from + AT_ONCE).map((side) => writeSnapshot(ctx, side)));
    done += written.filter(Boolean).length;
  }
  const next = accounts.length < SLICE ? null : (accounts.at(-1) ?? null);
  return { seen: sides.length, done, next };
}

/** Returns the start of the previous month. Everything older is closed. */
export const lastClosed = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString();

async function accountsAfter(data: Store, after: string): Promise<readonly string[]> {
  const accounts: string[] = [];
  while (accounts.length < SLICE) {
    const [posting] = (await data.find(postingAfter(accounts.at(-1) ?? after))).rows;
    if (!posting) break;
    accounts.push(posting.data.account);
  }
  return accounts;
}

type Side = Pick<BalanceSnapshot, 'account' | 'currency' | 'until'>;

async function writeSnapshot(ctx: Context, side: Side): Promise<boolean> {
  const { account, currency, until } = side;
  const [last] = (await ctx.data.find(latestSnapshot(account, currency))).rows;
  const from = last?.data ?? noBalance;
  const turnover = from.until < until ? await turnoverWithin(ctx.data, { ...side, from: from.until }) : null;
  if (turnover === null) return false;
  const balanceMinor = from.balanceMinor + turnover;
  const createdAt = ctx.now().toISOString();
  try {
    await ctx.data.create(BalanceSnapshots, snapshotIdOf(side), { ...side, balanceMinor, createdAt });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EXISTS') return false;
    throw error;
  }
}

const snapshotIdOf = ({ account, currency, until }: Side): string => hashOf('month-end', account, currency, until);
