import { convertMinor } from '#lib/core/money.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { exchange, moneyAccount } from './accounts.ts';
import type { Posting } from './journal.ts';

type Money = Pick<LedgerRow, 'processor' | 'userId' | 'amountMinor' | 'currency' | 'fx'>;
type Amount = { readonly amountMinor: number; readonly currency: string };

/**
 * Returns what an account in `currency` is charged for an amount at a frozen rate. Rounds up, so that the shop never
 * pays the difference. Returns null when the rate does not convert between the two currencies.
 */
export function chargeIn(currency: string, amount: Amount, fx: LedgerRow['fx']): number | null {
  if (amount.currency === currency) return amount.amountMinor;
  if (fx?.base !== currency || fx.quote !== amount.currency) return null;
  const from = { currency: amount.currency, rate: fx.rate };
  return convertMinor(amount.amountMinor, from, { currency, rate: '1' }, 'up');
}

/**
 * Returns what the payer gives: the amount, or the converted amount for credit in another currency than the order's.
 */
export function givenBy(row: Money): Amount {
  const currency = row.processor === 'credit' ? (row.fx?.base ?? row.currency) : row.currency;
  const amountMinor = chargeIn(currency, row, row.fx);
  if (amountMinor === null) throw new Error(`no rate from ${row.currency} to ${currency}`);
  return { amountMinor, currency };
}

/** Returns the debit side of incoming money: what the payer gives and, between two currencies, its exchange. */
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
