import type { Writer } from '#lib/data/store.ts';
import type { PayState } from '#lib/payments/values.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { CancelReason } from '#lib/store/values.ts';
import { type Actor, type EventDraft, type OrderInHand, writeOrderChange } from './order-events.ts';
import { giveHoldsBack, type OrderHolds } from './order-holds.ts';

export const orderLane = (orderId: string): string => `${Orders.name}/${orderId}`;

/** Attempts under way, or money nobody has placed yet. What goes back or went back buys nothing any more. */
const unsettled: readonly PayState[] = ['pending', 'authorized', 'paid', 'suspicious'];

/** Whether money has come in for an order, or may still do so by an attempt that is under way. */
export const hasMoneyAround = ({ payState, paidAt }: Pick<Order, 'payState' | 'paidAt'>): boolean =>
  paidAt !== null || unsettled.includes(payState);

/** Whether money may already be held for an order, so that its buyer neither pays again nor cancels. */
export const isUnderReview = ({ payState }: Pick<Order, 'payState'>): boolean =>
  payState === 'authorized' || payState === 'suspicious';

type Cancel = {
  readonly because: CancelReason;
  /** Holds whose units go back; none where the goods have left the house. */
  readonly holds: OrderHolds;
  readonly reason?: string | null;
  readonly forced?: boolean;
  /** What the attempts add up to, where canceling has closed some of them. */
  readonly payState?: PayState;
};

/** Writes an order as canceled and gives its units back, both once. Moves no money. */
export function writeCancel(
  t: Writer,
  order: OrderInHand,
  { because, holds, reason = null, forced = false, payState = order.data.payState }: Cancel,
  by: Actor,
): void {
  const units = giveHoldsBack(t, holds, by);
  const events: EventDraft[] = [
    { kind: 'canceled', from: order.data.status, to: 'canceled', reason, data: { because, forced } },
    ...(units > 0 ? [{ kind: 'stock_returned', data: { units } } satisfies EventDraft] : []),
  ];
  const returned = units > 0 ? ({ stockState: 'returned', stockReturnedAt: by.at } as const) : {};
  writeOrderChange(
    t,
    order,
    {
      status: 'canceled',
      payState,
      cancelReason: because,
      holdExpiresAt: null,
      forced: order.data.forced || forced,
      ...returned,
    },
    events,
    by,
  );
}
