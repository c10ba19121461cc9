import { convertMinor } from '#lib/core/money.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { exchange, moneyAccount } from './accounts.ts';
import type { Posting } from './journal.ts';

type Money = Pick<LedgerRow, 'processor' | 'userId' | 'amountMinor' | 'currency' | 'fx'>;
type Amount = { readonly amountMinor: number; readonly currency: string };

/**
 * What an account in `currency` is charged for an amount at a frozen rate, rounded up so that the shop never pays the
 * difference. Null when the rate does not lead from one currency to the other.
 */
export function chargeIn(currency: string, amount: Amount, fx: LedgerRow['fx']): number | null {
  if (amount.currency === currency) return amount.amountMinor;
  if (fx?.base !== currency || fx.quote !== amount.currency) return null;
  const from = { currency: amount.currency, rate: fx.rate };
  return convertMinor(amount.amountMinor, from, { currency, rate: '1' }, 'up');
}

/** What the payer gives: for credit in another currency than the order's, the converted amount; else the amount. */
export function givenBy(row: Money): Amount {
  const currency = row.processor === 'credit' ? (row.fx?.base ?? row.currency) : row.currency;
  const amountMinor = chargeIn(currency, row, row.fx);
  if (amountMinor === null) throw new Error(`no rate from ${row.currency} to ${currency}`);
  return { amountMinor, currency };
}

/** The debit side of money that comes in: what the payer gives and, where currencies differ, its exchange. */
export function moneyIn(row: Money): Posting[] {
  const given = givenBy(row);
  const source = { account: moneyAccount(row.processor, row.userId), ...given };
  if (given.currency === row.currency) return [source];
  return [
    source,
    { account: exchange(given.currency), amountMinor: -given.amountMinor, currency: given.currency },
    { account: exchange(row.currency), amountMinor: row.amountMinor, currency: row.currency },
  ];
}
