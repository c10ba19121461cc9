import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import { goodsHaveLeft, isAllDigital, isForcedMove, paysByHand } from '#lib/store/orders/order-status.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

type Movable = Pick<OrderView, 'status' | 'paidAt' | 'parts'> & {
  readonly lines: readonly Pick<OrderView['lines'][number], 'fulfilment'>[];
};

/** The consequences of moving an order by hand, by target status. An admin reads them before the move. */
export type OrderMoves = Readonly<Partial<Record<OrderStatus, readonly string[]>>>;

export const movesOf = (order: Movable): OrderMoves =>
  Object.fromEntries(orderStatuses.filter((to) => to !== order.status).map((to) => [to, consequencesOf(order, to)]));

/** Returns the rules of `order-status.ts` as sentences. A move without other effects gets a sentence that says so. */
export function consequencesOf(order: Movable, to: OrderStatus): string[] {
  const effects = [...paying(order, to), ...(to === 'canceled' ? canceling(order) : goingOn(order, to))];
  return [
    ...(effects.length > 0 ? effects : ['Only the status changes.']),
    ...(isForcedMove(order, order.status, to)
      ? ['This is no step the shop would take itself: the order stays marked as moved by hand.']
      : []),
  ];
}

function paying(order: Movable, to: OrderStatus): string[] {
  if (!paysByHand(order, to)) return [];
  return [
    'It is not paid. A payment by hand is booked, its sellers are credited and its stock counts as sold.',
    ...(to === 'paid' && isAllDigital(order) ? ['All of it is digital, so it is completed at once.'] : []),
  ];
}

function canceling(order: Movable): string[] {
  return [
    goodsHaveLeft(order)
      ? 'What has been sent does not come back into stock by itself.'
      : 'What it keeps from stock goes back on sale.',
    ...(order.paidAt === null ? [] : ['No money moves: what its sellers are owed is blocked.']),
  ];
}

const goingOn = ({ status }: Movable, to: OrderStatus): string[] => [
  ...(status === 'canceled'
    ? ['Its stock is held again; where there is too little, the order says what it lacks.']
    : []),
  ...(to === 'shipped' ? ['All of its parcels count as sent.'] : []),
];
