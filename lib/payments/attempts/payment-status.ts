import { hasRightsOf } from '#lib/auth/values.ts';
import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { queryInline } from '#lib/payments/cards/query-inline.ts';
import type { Payable } from '#lib/payments/ports.ts';
import type { LedgerRow, PaymentStatus } from '#lib/payments/schemas/ledger.ts';
import { isRetryable } from './failures.ts';
import { findAttempts, handlerOf } from './ledger.ts';
import { hasNoPage, moneyBackOf, paymentNoteOf } from './payment-note.ts';

/**
 * Returns the payment status of an order to its owner and to admins. Any other user gets NotFound. If an open payment
 * had no update for a while, the gateway is asked first. So the buyer does not depend on its callback alone.
 */
export async function paymentStatusOf(ctx: UserContext, orderId: string): Promise<PaymentStatus> {
  const first = await readStatus(ctx, orderId);
  const asked = first.shown !== undefined && (await queryInline(ctx, first.shown));
  return statusOf(orderId, asked ? await readStatus(ctx, orderId) : first, ctx.now());
}

async function readStatus(ctx: UserContext, orderId: string) {
  const [payable, attempts] = await Promise.all([
    handlerOf(ctx, 'store_order').find(ctx.data, orderId, { now: ctx.now() }),
    findAttempts(ctx.data, orderId),
  ]);
  const mayLook = payable !== null && (payable.userId === ctx.user.id || hasRightsOf('admin', ctx.user));
  const { orderStatus = null, orderRev = null } = payable ?? {};
  if (!mayLook || orderStatus === null || orderRev === null) throw notFound('Order', orderId);
  return { payable, orderStatus, orderRev, attempts, shown: shownOf(attempts) };
}

function statusOf(
  orderId: string,
  { payable, orderStatus, orderRev, attempts, shown }: Awaited<ReturnType<typeof readStatus>>,
  now: Date,
): PaymentStatus {
  const failure = shown?.failure ?? null;
  const note = paymentNoteOf({ status: orderStatus, payState: payable.payState }, attempts, now);
  return {
    orderId,
    orderStatus,
    orderRev,
    payState: payable.payState,
    processor: shown?.processor ?? null,
    orderReference: shown?.orderReference ?? null,
    amountMinor: payable.amountMinor,
    currency: payable.currency,
    paidAt: shown?.paidAt ?? null,
    expiresAt: shown?.expiresAt ?? null,
    failure: failure && { ...failure, retryable: isRetryable(failure) },
    moneyBack: moneyBackOf(note),
    next: nextStep(payable, shown),
  };
}

/** Returns the attempt shown to the buyer: the one that paid, else the latest. */
export const shownOf = (attempts: readonly LedgerRow[]): LedgerRow | undefined =>
  attempts.find(({ paidAt, excess }) => paidAt !== null && !excess) ?? attempts.at(-1);

type Shown = Pick<LedgerRow, 'failure' | 'paymentUrl' | 'version'>;

/** Returns what the buyer can do next. `shown` is the attempt they see. */
export function nextStep(
  { payState, standing, orderStatus }: Payable,
  shown: Shown | undefined,
): PaymentStatus['next'] {
  const pay = standing === 'open' ? 'pay' : 'none';
  switch (payState) {
    case 'paid':
      // Canceling moves no money: the shop still has it, and the order will not be delivered.
      return orderStatus === 'canceled' ? 'none' : 'done';
    case 'authorized':
    case 'suspicious':
      return 'wait';
    case 'pending':
      return shown && canBeTriedAgain(shown) ? pay : 'wait';
    // Returned money bought nothing, so a reopened order may be paid like any other.
    case 'refund_pending':
    case 'refunded':
    case 'unpaid':
      return pay;
  }
}

/**
 * True for a failed attempt that is still open, which another card can pay. Also true for an attempt without a page:
 * the next try makes a new one.
 */
const canBeTriedAgain = (shown: Shown): boolean => (shown.failure ? isRetryable(shown.failure) : hasNoPage(shown));
