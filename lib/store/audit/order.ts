import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import type { Row } from '#lib/data/store.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { FIRST_HASH, hashOfEvent } from '#lib/store/orders/order-events.ts';
import { canTransition } from '#lib/store/orders/order-status.ts';
import { linesUnsent, unitsPerProduct } from '#lib/store/orders/order-units.ts';
import { isLiveForRequest } from '#lib/store/orders/request-orders.ts';
import { agreesWithParts } from '#lib/store/parts/order-follows.ts';
import { followsFromParts } from '#lib/store/parts/part-rows.ts';
import type { Order, OrderEvent } from '#lib/store/schemas/order.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import type { HoldState, StockState } from '#lib/store/values.ts';

type Rows<T> = readonly Pick<Row<T>, 'id' | 'data'>[];

/** An order with its whole history and all its holds. */
export type OrderOnRecord = {
  readonly id: string;
  readonly order: Order;
  /** Sorted by `rev`. */
  readonly events: readonly OrderEvent[];
  readonly holds: readonly StockHold[];
};

export type OrdersWorld = {
  readonly orders: Rows<Order>;
  readonly events: Rows<OrderEvent>;
  readonly holds: Rows<StockHold>;
  readonly idempotency: Rows<{ readonly orderId: string | null }>;
};

/** Recomputes the rules of stock, history and parts for one order: SI7, SI15, SI24 and SI26. */
export const auditOrder = (record: OrderOnRecord): Finding[] => [
  ...auditParts(record),
  ...auditMoves(record),
  ...auditHolds(record),
  ...auditReturns(record),
  ...auditChain(record),
  ...auditPath(record),
];

/**
 * Recomputes every rule of orders from the rows alone. It reports and never repairs; an empty list means no findings.
 */
export function auditOrders({ orders, events, holds, idempotency }: OrdersWorld): Finding[] {
  const history = Map.groupBy(events, ({ data }) => data.orderId);
  const held = Map.groupBy(holds, ({ data }) => data.orderId ?? '');
  const known = new Set(orders.map(({ id }) => id));
  return [
    ...orders.flatMap(({ id, data }) =>
      auditOrder({
        id,
        order: data,
        events: (history.get(id) ?? []).map((event) => event.data).sort((a, b) => a.rev - b.rev),
        holds: (held.get(id) ?? []).map((hold) => hold.data),
      }),
    ),
    ...[...history.keys(), ...held.keys()].flatMap((id) =>
      findingsOf('SI7', id, [id !== '' && !known.has(id) && 'has rows but is not an order']),
    ),
    ...auditKeys(idempotency, known),
    ...auditRequests(orders),
  ];
}

/** The hold states that the units of an order may have, by its stock state. */
const holdStatesOf: Readonly<Record<StockState, readonly HoldState[]>> = {
  none: [],
  bound: ['bound'],
  sold: ['sold', 'compacted'],
  returned: ['released'],
};

/** SI7: each line's units are exactly where the order's stock state says. */
function auditHolds({ id, order, events, holds }: OrderOnRecord): Finding[] {
  const { stockState, status } = order;
  const allowed = holdStatesOf[stockState];
  const returned = new Set([...returnedProducts(order), ...unsentProducts(order, events)]);
  const strays = holds.filter(({ state, productId }) =>
    returned.has(productId) ? state !== 'released' : !allowed.includes(state),
  );
  const unitsOf = (productId: string, rows: readonly { productId: string; qty: number }[]) =>
    rows.filter((row) => row.productId === productId).reduce((sum, { qty }) => sum + qty, 0);
  const ordered = unitsPerProduct(order);
  const off = stockState === 'none' ? [] : [...ordered].filter(([productId, qty]) => unitsOf(productId, holds) !== qty);
  return findingsOf('SI7', id, [
    strays.length > 0 && `is ${stockState}, but has holds that are ${strays.map(({ state }) => state).join()}`,
    off.length > 0 && `holds quantities that differ from its lines of ${off.map(([productId]) => productId).join()}`,
    status === 'canceled' && stockState === 'bound' && 'is canceled but keeps its units',
    (stockState === 'sold') !== (order.stockDeductedAt !== null && order.stockReturnedAt === null) &&
      `is ${stockState}, but its markers differ`,
    (stockState === 'returned') !== (order.stockReturnedAt !== null) && `is ${stockState}, but its marker differs`,
  ]);
}

/** Returns the products of parts whose units are back, whatever the others of the order do. */
function returnedProducts({ lines, parts }: Order): ReadonlySet<string> {
  const returned = new Set(
    parts.flatMap(({ vendorId, state, stockReturnedAt }) =>
      state === 'refused' || stockReturnedAt !== null ? [vendorId] : [],
    ),
  );
  return new Set(productsOf(lines.filter(({ vendorId }) => returned.has(vendorId))));
}

/** Returns the products that a canceled order had not sent. It keeps none of their units. */
function unsentProducts(order: Order, events: readonly OrderEvent[]): readonly string[] {
  const from = events.findLast(({ kind }) => kind === 'canceled')?.from ?? null;
  if (order.status !== 'canceled' || !isStatus(from)) return [];
  return productsOf(linesUnsent({ ...order, status: from }));
}

const productsOf = (lines: Order['lines']): readonly string[] =>
  lines.flatMap(({ productId }) => (productId === null ? [] : [productId]));

/** SI7: units were sold at most once, and returned at most once each time they were held. */
function auditReturns({ id, events }: OrderOnRecord): Finding[] {
  const heldAgain = events.filter(({ data }) => data.heldAgain === true).length;
  const count = (kind: OrderEvent['kind']) => events.filter((event) => event.kind === kind).length;
  return findingsOf('SI7', id, [
    count('stock_returned') > 1 + heldAgain && `returned its units ${count('stock_returned')} times`,
    count('stock_sold') > 1 && `sold its units ${count('stock_sold')} times`,
  ]);
}

/** SI24: the status, the keys and the due time of an order follow from its parts. */
function auditParts({ id, order }: OrderOnRecord): Finding[] {
  const { status, parts, cancelReason } = order;
  const mayBeBack = status === 'canceled' || order.stockShort.length > 0;
  const returned = parts.filter(
    ({ refund, stockReturnedAt }) => refund === null && stockReturnedAt !== null && !mayBeBack,
  );
  const follows = followsFromParts(order);
  // Canceling by a person changes no part.
  const isFree = order.paidAt === null || order.forced || (status === 'canceled' && cancelReason !== 'refused');
  const findings = findingsOf('SI26', id, [returned.length > 0 && 'returned the units of a part that keeps its money']);
  const follow = findingsOf('SI24', id, [
    !isFree && !agreesWithParts(status, parts) && `is ${status}, but its parts are ${parts.map((p) => p.state).join()}`,
    follows.partKeys.join() !== order.partKeys.join() && `has the keys ${order.partKeys.join()}`,
    follows.nextPartDueAt !== order.nextPartDueAt && `is due at ${order.nextPartDueAt}, not ${follows.nextPartDueAt}`,
    parts.map(({ vendorId }) => vendorId).join() !== order.vendorIds.join() && 'has parts of other vendors',
  ]);
  return [...follow, ...findings];
}

/** SI26: a part whose money went back is begun, sent and refused no more. */
function auditMoves({ id, events }: OrderOnRecord): Finding[] {
  const isMove = ({ kind }: OrderEvent) =>
    kind === 'part_started' || kind === 'part_shipped' || kind === 'part_refused';
  const moved = events.filter(
    (event) =>
      isMove(event) &&
      events.some(
        ({ kind, rev, data }) => kind === 'part_refund' && rev < event.rev && data.vendorId === event.data.vendorId,
      ),
  );
  return findingsOf(
    'SI26',
    id,
    moved.map(({ kind, data }) => `has ${kind} of ${data.vendorId} after its refund`),
  );
}

/** SI15: the history has no gap, and none of its events was changed. */
function auditChain({ id, order, events }: OrderOnRecord): Finding[] {
  return findingsOf('SI15', id, [
    order.rev !== events.length && `is at revision ${order.rev}, but has ${events.length} events`,
    events.some(({ rev }, i) => rev !== i + 1) && 'has a gap in its history',
    events.some((event, i) => event.prevHash !== (events[i - 1]?.hash ?? FIRST_HASH)) && 'has a broken chain',
    events.some((event) => event.hash !== hashOfEvent(event)) && 'has an event that was changed',
  ]);
}

/** SI15: the statuses follow the table of transitions, or a step outside the table is marked as forced. */
function auditPath({ id, order, events }: OrderOnRecord): Finding[] {
  const steps = events.filter(({ to }) => to !== null);
  let at: string | null = steps[0]?.kind === 'created' ? null : 'new';
  const wrong: string[] = [];
  for (const { kind, from, to, data } of steps) {
    const isKnown = kind === 'created' || isTransition(from, to);
    if (from !== at) wrong.push(`has a step from ${from}, but its status was ${at}`);
    if (!isKnown && data.forced !== true) wrong.push(`went from ${from} to ${to} without being forced`);
    if (data.forced === true && !order.forced) wrong.push('was forced but is not marked as forced');
    at = to;
  }
  return findingsOf('SI15', id, [at !== order.status && `is ${order.status}, but its history ends in ${at}`, ...wrong]);
}

const isStatus = (text: string | null): text is OrderStatus => orderStatuses.some((status) => status === text);
const isTransition = (from: string | null, to: string | null): boolean =>
  isStatus(from) && isStatus(to) && canTransition(from, to);

/** SI8: a payment request has at most one live order. */
export const auditRequests = (orders: Rows<Pick<Order, 'requestId' | 'status' | 'paidAt'>>): Finding[] => {
  const live = Map.groupBy(
    orders.filter(({ data }) => isLiveForRequest(data)),
    ({ data }) => data.requestId,
  );
  return [...live].flatMap(([requestId, rows]) =>
    requestId === null
      ? []
      : findingsOf('SI8', requestId, [
          rows.length > 1 && `has ${rows.length} orders: ${rows.map(({ id }) => id).join()}`,
        ]),
  );
};

/** SI8: an idempotency key refers to an existing order. */
const auditKeys = (keys: OrdersWorld['idempotency'], known: ReadonlySet<string>): Finding[] =>
  keys.flatMap(({ id, data: { orderId } }) =>
    findingsOf('SI8', id, [orderId !== null && !known.has(orderId) && `refers to ${orderId}, which is not an order`]),
  );
