import type { Writer } from '#lib/data/store.ts';
import type { PayState } from '#lib/payments/values.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { CancelReason } from '#lib/store/values.ts';
import { type Actor, type EventDraft, type OrderToChange, writeOrderChange } from './order-events.ts';
import { type OrderHolds, releaseOrderHolds } from './order-holds.ts';
import { hasShippedPart } from './order-status.ts';
import { linesUnsent, partsWithout } from './order-units.ts';

export const orderLane = (orderId: string): string => `${Orders.name}/${orderId}`;

/**
 * Payment states with an attempt in progress, or with money that is not assigned yet. Refunded money pays for nothing
 * any more.
 */
const unsettled: readonly PayState[] = ['pending', 'authorized', 'paid', 'suspicious'];

/** Returns true when money has arrived for an order, or may still arrive by an attempt in progress. */
export const hasMoneyAround = ({ payState, paidAt }: Pick<Order, 'payState' | 'paidAt'>): boolean =>
  paidAt !== null || unsettled.includes(payState);

/** Returns true when money may already be held for an order, so that its buyer may neither pay again nor cancel. */
export const isUnderReview = ({ payState }: Pick<Order, 'payState'>): boolean =>
  payState === 'authorized' || payState === 'suspicious';

type Cancel = {
  readonly because: CancelReason;
  /** The holds to release; none of goods that have been shipped. */
  readonly holds: OrderHolds;
  readonly reason?: string | null;
  readonly forced?: boolean;
  /** The payment state after canceling has closed some attempts. */
  readonly payState?: PayState;
};

/** Sets an order to canceled and releases its units that were not sent, each only once. Moves no money. */
export function writeCancel(
  t: Writer,
  order: OrderToChange,
  { because, holds, reason = null, forced = false, payState = order.data.payState }: Cancel,
  by: Actor,
): void {
  const units = releaseOrderHolds(t, holds, by);
  const events: EventDraft[] = [
    { kind: 'canceled', from: order.data.status, to: 'canceled', reason, data: { because, forced } },
    ...(units > 0 ? [{ kind: 'stock_returned', data: { units } } satisfies EventDraft] : []),
  ];
  writeOrderChange(
    t,
    order,
    {
      status: 'canceled',
      payState,
      cancelReason: because,
      holdExpiresAt: null,
      forced: order.data.forced || forced,
      ...(units > 0 && unitsBack(order.data, by.at)),
    },
    events,
    by,
  );
}

/** Where something was sent, each part says for itself that its units are back. */
const unitsBack = (order: Order, at: string): Partial<Order> =>
  hasShippedPart(order)
    ? { parts: partsWithout(order, linesUnsent(order), at) }
    : { stockState: 'returned', stockReturnedAt: at };
