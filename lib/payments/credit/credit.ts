import type { Context } from '#lib/context/context.ts';
import type { Env } from '#lib/core/env/env.ts';
import { codeOf, conflict } from '#lib/core/errors.ts';
import { configuredCurrencies, MAIN_CURRENCY } from '#lib/core/money.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { entryIdOf, postEntry } from '#lib/payments/books/journal.ts';
import { chargeIn } from '#lib/payments/books/money-in.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import type { CreditAccount } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';

export type Credit = Pick<CreditAccount, 'balanceMinor' | 'currency'>;

/** Returns the lane that changes of one user's credit pass through. */
export const creditLane = (userId: string): string => `${CreditAccounts.name}/${userId}`;

/** Returns the credit of a user. Before the first credit it is 0 in the main currency. */
export async function creditOf(reader: Reader, userId: string): Promise<Credit> {
  const row = await reader.get(CreditAccounts, userId);
  return row ? { balanceMinor: row.data.balanceMinor, currency: row.data.currency } : noCredit;
}
const noCredit: Credit = { balanceMinor: 0, currency: MAIN_CURRENCY };

/**
 * Changes a balance in the transaction that books the reason. Returns the new balance. Throws InsufficientCredit when
 * the balance would go below 0.
 */
export function changeCredit(
  t: Writer,
  {
    account,
    userId,
    byMinor,
    at,
  }: { account: Row<CreditAccount> | undefined; userId: string; byMinor: number; at: string },
): number {
  const balanceMinor = (account?.data.balanceMinor ?? 0) + byMinor;
  if (balanceMinor < 0) throw insufficientCredit(account?.data ?? noCredit);
  if (account) t.update(CreditAccounts, userId, { balanceMinor, version: account.data.version + 1, updatedAt: at });
  else
    t.create(CreditAccounts, userId, {
      balanceMinor,
      currency: MAIN_CURRENCY,
      version: 1,
      createdAt: at,
      updatedAt: at,
    });
  return balanceMinor;
}

export const insufficientCredit = ({ balanceMinor, currency }: Credit) =>
  conflict('The credit balance is too low', {
    code: 'InsufficientCredit',
    details: { balanceMinor: String(balanceMinor), currency },
  });

/**
 * Grants credit from outside the gateway, once per user and reason. A second grant changes nothing. Returns the
 * balance.
 */
export async function grantCredit(ctx: Context, userId: string, amountMinor: number, reason: string): Promise<number> {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0)
    throw new Error(`a grant must be a positive whole amount, not ${amountMinor}`);
  const at = ctx.now().toISOString();
  const subjectId = `${userId}:${reason}`;
  try {
    return await ctx.data.tx(
      async (t) => {
        const account = await t.get(CreditAccounts, userId);
        const currency = account?.data.currency ?? MAIN_CURRENCY;
        postEntry(t, {
          kind: 'topup',
          subjectId,
          at,
          note: reason,
          postings: [
            { account: 'gateway:manual', amountMinor, currency },
            { account: userCredit(userId), amountMinor: -amountMinor, currency },
          ],
        });
        return changeCredit(t, { account, userId, byMinor: amountMinor, at });
      },
      { lane: creditLane(userId) },
    );
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
    ctx.log('info', 'credit.granted_before', { userId, entryId: entryIdOf('topup', subjectId) });
    return (await creditOf(ctx.data, userId)).balanceMinor;
  }
}

/**
 * Returns the order currencies that credit pays for: the configured ones. Without configuration these are all but
 * UAH, and in a demo all.
 */
export function creditCurrencies(env: Env): readonly string[] {
  const listed = env.PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES;
  if (listed.length > 0) return listed;
  const all = configuredCurrencies(env.STORE_FX_RATES);
  return env.PLAZA_DEMO ? all : all.filter((currency) => currency !== 'UAH');
}

type Due = Pick<LedgerRow, 'amountMinor' | 'currency' | 'fx'>;

/** Returns what an order costs this account, or null when its currency is not accepted. */
export const creditCharge = (env: Env, { currency }: Credit, due: Due): number | null =>
  creditCurrencies(env).includes(due.currency) ? chargeIn(currency, due, due.fx) : null;
