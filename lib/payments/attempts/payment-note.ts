import type { OrderStatus } from '#lib/context/ports/values.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { FailureCode, MoneyBack, PayState, Processor } from '#lib/payments/values.ts';
import { isLive } from './pay-state.ts';

/** A page with less time left than this is not offered again. */
export const LEAST_LEFT_MS = 5 * MINUTE_MS;

/** What the buyer of an order reads about its money. The page shows the possible actions beside it. */
export type PaymentNote =
  /** The bank has not replied yet. `until`: the time until which the open page can be paid on, or null. */
  | { readonly kind: 'asking'; readonly until: string | null }
  /** The gateway did not reply. The buyer never got a page, so no payment can exist on it. */
  | { readonly kind: 'no_page' }
  | { readonly kind: 'failed'; readonly code: Exclude<FailureCode, 'checking'> }
  | { readonly kind: 'expired' }
  /** Another party must decide first. A second payment would pay twice. */
  | { readonly kind: 'checking' }
  /** The order was canceled after it was paid, and its money was not sent back. Canceling moves no money. */
  | { readonly kind: 'kept' }
  | {
      readonly kind: MoneyBack;
      /** The order was canceled by then, was already paid, or the shop refunds it. */
      readonly because: 'late' | 'second' | 'refund';
      readonly to: Processor;
      readonly amountMinor: number;
      readonly currency: string;
    };

/** Returns how far a refund or unused money is on its way back, or null when none goes back. */
export const moneyBackOf = (note: PaymentNote | null): MoneyBack | null =>
  note?.kind === 'returning' || note?.kind === 'returned' ? note.kind : null;

type Attempt = Pick<
  LedgerRow,
  | 'status'
  | 'excess'
  | 'failure'
  | 'processor'
  | 'paymentUrl'
  | 'expiresAt'
  | 'version'
  | 'refundState'
  | 'amountMinor'
  | 'currency'
>;

type Standing = { readonly status: OrderStatus; readonly payState: PayState };

/** Returns the note about an order's money by its attempts, oldest first. Returns null when nothing needs saying. */
export function paymentNoteOf(
  { status, payState }: Standing,
  attempts: readonly Attempt[],
  now: Date,
): PaymentNote | null {
  const own = latestOnItsWay(attempts.filter(({ excess }) => !excess));
  const extra = latestOnItsWay(attempts.filter(({ excess }) => excess));
  switch (payState) {
    case 'paid':
      if (status === 'canceled') return { kind: 'kept' };
      return extra ? noteOfReturn(extra, 'second') : null;
    case 'refund_pending':
    case 'refunded':
      if (own) return noteOfReturn(own, 'refund');
      return extra ? noteOfReturn(extra, 'late') : null;
    case 'authorized':
    case 'suspicious':
      return { kind: 'checking' };
    case 'pending':
    case 'unpaid':
      // The buyer of a finished order does not need to know how its attempts to pay went.
      return status === 'new' ? noteOfLast(attempts.at(-1), now) : null;
  }
}

/** Money that has not arrived yet matters more than money that is already back. */
const latestOnItsWay = (attempts: readonly Attempt[]): Attempt | undefined =>
  attempts.findLast(isReturning) ?? attempts.findLast(({ status }) => status === 'refunded');

const isReturning = ({ status, excess, refundState }: Attempt): boolean =>
  status === 'paid' && (excess || refundState === 'pending');

const noteOfReturn = (
  { status, processor, amountMinor, currency }: Attempt,
  because: 'late' | 'second' | 'refund',
): PaymentNote => ({
  kind: status === 'refunded' ? 'returned' : 'returning',
  because,
  to: processor,
  amountMinor,
  currency,
});

function noteOfLast(last: Attempt | undefined, now: Date): PaymentNote | null {
  if (!last) return null;
  const { status, failure } = last;
  const code = failure?.code;
  if (code === 'checking') return isLive(last) ? { kind: 'checking' } : { kind: 'failed', code: 'gateway' };
  if (code !== undefined) return { kind: 'failed', code };
  if (status === 'voided') return { kind: 'failed', code: 'canceled' };
  if (status === 'expired') return { kind: 'expired' };
  if (!isLive(last)) return null;
  return hasNoPage(last) ? { kind: 'no_page' } : { kind: 'asking', until: openUntil(last, now) };
}

/**
 * Returns whether the gateway gave no page for an attempt. An attempt of version 0 is being started right now,
 * perhaps in another tab.
 */
export const hasNoPage = ({ paymentUrl, version }: Pick<Attempt, 'paymentUrl' | 'version'>): boolean =>
  paymentUrl === null && version > 0;

/**
 * Returns the time until which an attempt's page can be paid on. Returns null when there is no page yet or too little
 * time is left.
 */
export const openUntil = ({ paymentUrl, expiresAt }: Attempt, now: Date): string | null =>
  paymentUrl !== null && expiresAt !== null && expiresAt > after(now, LEAST_LEFT_MS) ? expiresAt : null;
