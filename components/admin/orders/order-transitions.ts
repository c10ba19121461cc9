import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import {
  hasShippedPart,
  hasUnsentPart,
  isAllDigital,
  isForcedTransition,
  paysByHand,
} from '#lib/store/orders/order-status.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

type Movable = Pick<OrderView, 'status' | 'paidAt' | 'parts'> & {
  readonly lines: readonly Pick<OrderView['lines'][number], 'fulfilment'>[];
};

/** The key of a sentence in the texts of the orders. */
export type Consequence = Extract<keyof ConsoleTexts<'orders'>, `then_${string}`>;

/** The consequences of moving an order by hand, by target status. An admin reads them before the move. */
export type OrderTransitions = Readonly<Partial<Record<OrderStatus, readonly Consequence[]>>>;

export const transitionsOf = (order: Movable): OrderTransitions =>
  Object.fromEntries(orderStatuses.filter((to) => to !== order.status).map((to) => [to, consequencesOf(order, to)]));

/** Returns the moves that the shop itself makes from this status. */
export const usualMovesOf = (order: Movable): readonly OrderStatus[] =>
  orderStatuses.filter((to) => to !== order.status && !isForcedTransition(order, order.status, to));

/** Returns the rules of `order-status.ts` as sentences. A move without other effects gets a sentence that says so. */
export function consequencesOf(order: Movable, to: OrderStatus): readonly Consequence[] {
  const effects = [...paying(order, to), ...(to === 'canceled' ? canceling(order) : goingOn(order, to))];
  const isForced = isForcedTransition(order, order.status, to);
  return [
    ...(effects.length > 0 ? effects : (['then_nothing'] as const)),
    ...(isForced ? ['then_forced' as const] : []),
  ];
}

function paying(order: Movable, to: OrderStatus): Consequence[] {
  if (!paysByHand(order, to)) return [];
  return ['then_pay', ...(to === 'paid' && isAllDigital(order) ? (['then_complete'] as const) : [])];
}

const canceling = (order: Movable): Consequence[] => [
  ...(hasShippedPart(order) ? (['then_keepStock'] as const) : []),
  ...(hasUnsentPart(order) ? (['then_release'] as const) : []),
  ...(order.paidAt === null ? [] : (['then_noRefund'] as const)),
];

const goingOn = ({ status }: Movable, to: OrderStatus): Consequence[] => [
  ...(status === 'canceled' ? (['then_holdAgain'] as const) : []),
  ...(to === 'shipped' ? (['then_shipAll'] as const) : []),
];
