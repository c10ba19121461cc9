import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import { hasShippedPart, isAllDigital, isForcedTransition, paysByHand } from '#lib/store/orders/order-status.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

type Movable = Pick<OrderView, 'status' | 'paidAt' | 'parts'> & {
  readonly lines: readonly Pick<OrderView['lines'][number], 'fulfilment'>[];
};

/** The consequences of moving an order by hand, by target status. An admin reads them before the move. */
export type OrderTransitions = Readonly<Partial<Record<OrderStatus, readonly string[]>>>;

export const transitionsOf = (order: Movable): OrderTransitions =>
  Object.fromEntries(orderStatuses.filter((to) => to !== order.status).map((to) => [to, consequencesOf(order, to)]));

/** Returns the rules of `order-status.ts` as sentences. A move without other effects gets a sentence that says so. */
export function consequencesOf(order: Movable, to: OrderStatus): string[] {
  const effects = [...paying(order, to), ...(to === 'canceled' ? canceling(order) : goingOn(order, to))];
  return [
    ...(effects.length > 0 ? effects : ['Only the status changes.']),
    ...(isForcedTransition(order, order.status, to)
      ? ['The shop would not take this step itself. The order will be marked as moved manually.']
      : []),
  ];
}

function paying(order: Movable, to: OrderStatus): string[] {
  if (!paysByHand(order, to)) return [];
  return [
    'The order is not paid. A manual payment will be recorded, the sellers will be credited, and the stock will count as sold.',
    ...(to === 'paid' && isAllDigital(order)
      ? ['All items are digital, so the order will be completed immediately.']
      : []),
  ];
}

function canceling(order: Movable): string[] {
  return [
    hasShippedPart(order)
      ? 'Shipped items do not return to stock automatically.'
      : 'The reserved items go back on sale.',
    ...(order.paidAt === null ? [] : ['No money is refunded. The sellers’ earnings from this order will be blocked.']),
  ];
}

const goingOn = ({ status }: Movable, to: OrderStatus): string[] => [
  ...(status === 'canceled' ? ['The stock will be reserved again. If some is missing, the order will show what.'] : []),
  ...(to === 'shipped' ? ['All parcels will count as shipped.'] : []),
];
