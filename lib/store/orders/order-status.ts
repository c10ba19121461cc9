import type { OrderStatus } from '#lib/context/ports/values.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Order, OrderLine } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { isSentAsWhole, linesUnsent, unitsToHoldAgain } from './order-units.ts';

/** The transitions that the shop itself makes. An admin may set any status; other transitions are marked as forced. */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  new: ['paid', 'canceled'],
  paid: ['processing', 'completed', 'canceled'], // completed at once when all lines are digital
  processing: ['shipped', 'canceled'],
  shipped: ['completed'],
  completed: [],
  canceled: ['paid'], // only by a late payment whose stock could be held again
};

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to);

/** Throws InvalidTransition for a transition that is not in `nextStatuses`. */
export function assertOrderTransition(from: OrderStatus, to: OrderStatus): void {
  if (!canTransition(from, to))
    throw conflict(`An order that is ${from} cannot become ${to}`, {
      code: 'InvalidTransition',
      details: { from, to },
    });
}

type Lined = { readonly lines: readonly Pick<OrderLine, 'fulfilment'>[] };

export const isAllDigital = ({ lines }: Lined): boolean => lines.every(({ fulfilment }) => fulfilment === 'digital');

/** Returns true when any line is a product with stock. The line of a payment request is not a product. */
export const hasStock = ({ lines }: Pick<Order, 'lines'>): boolean => lines.some(({ productId }) => productId !== null);

/** Returns true when the shop itself would not make an admin's transition. The order stays marked as forced. */
export function isForcedTransition(order: Lined, from: OrderStatus, to: OrderStatus): boolean {
  if (from === 'canceled') return true;
  if (from === 'paid' && to === 'completed') return !isAllDigital(order);
  return !canTransition(from, to);
}

type Markers = Pick<Order, 'status' | 'stockState' | 'paidAt' | 'settledAt' | 'parts' | 'lines'>;

/** The effects of a manual transition besides the status. Each effect runs only once: its marker records it. */
export type TransitionEffects = {
  /** Run the paid handler first: an unpaid order reaches no status but `new` and `canceled`. */
  readonly pay: boolean;
  /** Release the units: those of an unpaid order's holds, or sold units that have not been shipped. */
  readonly giveBack: boolean;
  /** Hold the units again that a canceled order released. */
  readonly holdAgain: boolean;
  /** True blocks settlements, false unblocks them, null leaves them unchanged. */
  readonly blockSettlements: boolean | null;
};

type Sent = Pick<Order, 'status'> & { readonly parts: readonly Pick<OrderPart, 'shippedAt'>[] };

/** Returns true when goods have left a vendor, so that canceling returns none of their units by itself. */
export const hasShippedPart = ({ status, parts }: Sent): boolean =>
  isSentAsWhole({ status }) || parts.some(({ shippedAt }) => shippedAt !== null);

type Kept = Pick<Order, 'status'> & { readonly parts: readonly Pick<OrderPart, 'shippedAt' | 'state'>[] };

/** Returns true when an order that is canceled now has goods to return. A refused part has returned its own. */
export const hasUnsentPart = (order: Kept): boolean =>
  !isSentAsWhole(order) && order.parts.some(({ shippedAt, state }) => shippedAt === null && state !== 'refused');

/** Returns true when a manual transition runs the paid handler first. */
export const paysByHand = ({ paidAt }: Pick<Order, 'paidAt'>, to: OrderStatus): boolean =>
  to !== 'new' && to !== 'canceled' && paidAt === null;

/** Returns the effects of a manual transition. They follow the order's markers, never its status. */
export function effectsOfTransition(order: Markers, to: OrderStatus): TransitionEffects {
  const settled = order.settledAt !== null;
  if (to === 'canceled') {
    const giveBack =
      order.stockState === 'bound' || (order.stockState === 'sold' && hasStock({ lines: linesUnsent(order) }));
    return { pay: false, giveBack, holdAgain: false, blockSettlements: settled ? true : null };
  }
  const leavesCanceled = order.status === 'canceled';
  return {
    pay: paysByHand(order, to),
    giveBack: false,
    holdAgain: leavesCanceled && order.stockState !== 'bound' && unitsToHoldAgain(order).size > 0,
    blockSettlements: leavesCanceled && settled ? false : null,
  };
}
