import type { OrderStatus } from '#lib/context/ports/values.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { FailureCode, MoneyBack, PayState, Processor } from '#lib/payments/values.ts';
import { isLive } from './pay-state.ts';

/** A page with less time than this left is not offered again. */
export const LEAST_LEFT_MS = 5 * MINUTE_MS;

/** What the buyer of an order is told about its money; what can be done about it is shown beside. */
export type PaymentNote =
  /** The bank has said nothing yet. `until`: the page that is open can be gone on with so long; null when it cannot. */
  | { readonly kind: 'asking'; readonly until: string | null }
  /** The gateway has not answered: nobody can have paid on a page that nobody was led to. */
  | { readonly kind: 'no_page' }
  | { readonly kind: 'failed'; readonly code: Exclude<FailureCode, 'checking'> }
  | { readonly kind: 'expired' }
  /** Somebody else has to decide first; paying once more would be paying twice. */
  | { readonly kind: 'checking' }
  /** The order was canceled after it was paid, and nobody has sent the money back: canceling moves none. */
  | { readonly kind: 'kept' }
  | {
      readonly kind: MoneyBack;
      /** The order was canceled by then, was paid already, or the shop gives its money back. */
      readonly because: 'late' | 'second' | 'refund';
      readonly to: Processor;
      readonly amountMinor: number;
      readonly currency: string;
    };

/** How far money that bought nothing, or is given back, has come on its way; null where none of it goes back. */
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

/** What there is to say of an order's money by its attempts, the first one first; null where all is as it should be. */
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
      // Of an order that is over nobody asks how the tries to pay for it went.
      return status === 'new' ? noteOfLast(attempts.at(-1), now) : null;
  }
}

/** What has yet to arrive is of more interest than what is back already. */
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
 * Whether the gateway gave no page for an attempt. One that nothing was written to since it was made is being started this
 * moment, perhaps in another tab.
 */
export const hasNoPage = ({ paymentUrl, version }: Pick<Attempt, 'paymentUrl' | 'version'>): boolean =>
  paymentUrl === null && version > 0;

/** Until when the page of an attempt can be gone on with; null when there is none yet, or too little of its time left. */
export const openUntil = ({ paymentUrl, expiresAt }: Attempt, now: Date): string | null =>
  paymentUrl !== null && expiresAt !== null && expiresAt > after(now, LEAST_LEFT_MS) ? expiresAt : null;
