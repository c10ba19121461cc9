import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { AttemptStatus, PayState } from '#lib/payments/values.ts';

type Attempt = Pick<LedgerRow, 'status' | 'refundState' | 'excess'> & Partial<Pick<LedgerRow, 'partsBack'>>;

/** Attempts that may still be paid on the page they were started with. */
export const liveStatuses = ['created', 'pending', 'authorized'] as const satisfies readonly AttemptStatus[];
export const isLive = ({ status }: Pick<LedgerRow, 'status'>): boolean => liveStatuses.some((live) => live === status);

/**
 * Returns the combined state of all attempts for one payable. Money in excess counts only when there is no other. An
 * order paid by one attempt is paid, even while the money of a second goes back.
 */
export function payStateOf(attempts: readonly Attempt[]): PayState {
  const own = attempts.filter(({ excess }) => !excess);
  const has = (status: AttemptStatus) => own.some((attempt) => attempt.status === status);
  if (has('paid')) return own.some(isGoingBack) ? 'refund_pending' : 'paid';
  if (has('refunded')) return 'refunded';
  if (has('suspicious')) return 'suspicious';
  if (has('authorized')) return 'authorized';
  if (own.some(isLive)) return 'pending';
  const extra = attempts.filter(({ excess }) => excess);
  if (extra.some(({ status }) => status === 'paid')) return 'refund_pending';
  return extra.some(({ status }) => status === 'refunded') ? 'refunded' : 'unpaid';
}

/** Returns whether the whole amount goes back: in one refund, or part by part. */
const isGoingBack = ({ status, refundState, partsBack }: Attempt): boolean =>
  status === 'paid' && (refundState === 'pending' || partsBack?.isAll === true);
