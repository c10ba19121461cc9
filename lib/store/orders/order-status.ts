import type { OrderStatus } from '#lib/context/ports/values.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Order, OrderLine } from '#lib/store/schemas/order.ts';

/** The life of an order as the shop itself moves it. An admin may set any status; that is recorded, not refused. */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  new: ['paid', 'canceled'],
  paid: ['processing', 'completed', 'canceled'], // completed at once when all of it is digital
  processing: ['shipped', 'canceled'],
  shipped: ['completed'],
  completed: [],
  canceled: ['paid'], // only a late payment whose stock could be held again
};

export const canMove = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to);

/** Refuses a move that the life of an order does not know. */
export function assertOrderMove(from: OrderStatus, to: OrderStatus): void {
  if (!canMove(from, to))
    throw conflict(`An order that is ${from} cannot become ${to}`, {
      code: 'InvalidTransition',
      details: { from, to },
    });
}

type Lined = { readonly lines: readonly Pick<OrderLine, 'fulfilment'>[] };

export const isAllDigital = ({ lines }: Lined): boolean => lines.every(({ fulfilment }) => fulfilment === 'digital');

/** Whether any of it is kept in stock. What a payment request asked for is no product and has none. */
export const hasStock = ({ lines }: Pick<Order, 'lines'>): boolean => lines.some(({ productId }) => productId !== null);

/** Whether an admin's move leaves the ordinary life of this order; such an order is marked for good. */
export function isForcedMove(order: Lined, from: OrderStatus, to: OrderStatus): boolean {
  if (from === 'canceled') return true;
  if (from === 'paid' && to === 'completed') return !isAllDigital(order);
  return !canMove(from, to);
}

type Markers = Pick<Order, 'status' | 'stockState' | 'paidAt' | 'settledAt' | 'parts' | 'lines'>;

/** What a move by hand brings with it beside the label. Each step is taken once, because its marker says it was. */
export type MoveEffects = {
  /** Run the paid handler first: nothing beyond `new` is reached without a payment. */
  readonly pay: boolean;
  /** Give the units back: those of an unpaid order's holds, or sold ones that have not left the house. */
  readonly giveBack: boolean;
  /** Hold again what a canceled order gave back. */
  readonly holdAgain: boolean;
  /** Whether settlements wait, or may go on; null leaves them. */
  readonly blockSettlements: boolean | null;
};

export const goodsHaveLeft = ({ status, parts }: Pick<Order, 'status' | 'parts'>): boolean =>
  status === 'shipped' || status === 'completed' || parts.some(({ state }) => state === 'shipped');

/** Whether a move by hand runs the paid handler first. */
export const paysByHand = ({ paidAt }: Pick<Order, 'paidAt'>, to: OrderStatus): boolean =>
  to !== 'new' && to !== 'canceled' && paidAt === null;

/** The effects of moving an order by hand: they follow its markers, never its label. */
export function effectsOfMove(order: Markers, to: OrderStatus): MoveEffects {
  const settled = order.settledAt !== null;
  if (to === 'canceled') {
    const giveBack = order.stockState === 'bound' || (order.stockState === 'sold' && !goodsHaveLeft(order));
    return { pay: false, giveBack, holdAgain: false, blockSettlements: settled ? true : null };
  }
  const leavesCanceled = order.status === 'canceled';
  return {
    pay: paysByHand(order, to),
    giveBack: false,
    holdAgain: leavesCanceled && hasStock(order) && (order.stockState === 'returned' || order.stockState === 'none'),
    blockSettlements: leavesCanceled && settled ? false : null,
  };
}
