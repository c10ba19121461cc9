import { after } from '#lib/core/time.ts';
import { CANCEL_ANSWER_MS, RECEIVED_AFTER_MS } from '#lib/store/limits.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { PartState } from '#lib/store/values.ts';

/** Returns the part of a new order for one vendor. */
export const newPart = (vendorId: string, given: Partial<OrderPart> = {}): OrderPart => ({
  vendorId,
  state: 'pending',
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  shippedAt: null,
  deliveredAt: null,
  refusedAt: null,
  refusal: null,
  delivery: null,
  cancelRequest: null,
  refund: null,
  stockReturnedAt: null,
  ...given,
});

/** Returns the key by which a vendor's orders are listed, or only those whose part is in a state. */
export const partKey = (vendorId: string, state?: PartState): string =>
  state === undefined ? vendorId : `${vendorId}:${state}`;

type Followed = Pick<Order, 'parts' | 'paidAt' | 'payState' | 'status'>;

/** Returns the fields of an order that follow from its parts. Time changes no part that may not move. */
export const followsFromParts = (order: Followed): Pick<Order, 'partKeys' | 'nextPartDueAt'> => ({
  partKeys:
    order.paidAt === null
      ? []
      : order.parts.flatMap((part) => [
          partKey(part.vendorId),
          ...(waitsInVain(order, part) ? [] : [partKey(part.vendorId, part.state)]),
        ]),
  nextPartDueAt: partsMayMove(order) ? (order.parts.flatMap(dueTimes).sort()[0] ?? null) : null,
});

/**
 * Returns whether the money of a part went back before anybody sent it, because its order was canceled. When the order
 * is restored, such a part moves no more and counts for nothing, like a refused one.
 */
export const isPaidBack = ({ state, refund }: Pick<OrderPart, 'state' | 'refund'>): boolean =>
  refund !== null && isWaiting({ state });

const isWaiting = ({ state }: Pick<OrderPart, 'state'>): boolean => state === 'pending' || state === 'processing';

/** Returns whether a part says that it is to be sent, although nobody may send it. It is not listed by its state. */
export const waitsInVain = (
  order: Pick<Order, 'status' | 'payState'>,
  part: Pick<OrderPart, 'state' | 'refund'>,
): boolean => isPaidBack(part) || (isWaiting(part) && !partsMayMove(order));

/** Returns whether the parts of an order can move: it is paid, unfinished, and its money stays. */
export const partsMayMove = ({ status, payState }: Pick<Order, 'status' | 'payState'>): boolean =>
  payState === 'paid' && (status === 'paid' || status === 'processing' || status === 'shipped');

/** Returns when a part counts as received without a message of its buyer. Null while it is not on its way. */
export const receivedDueAt = ({ state, shippedAt }: Pick<OrderPart, 'state' | 'shippedAt'>): string | null =>
  state === 'shipped' && shippedAt !== null ? after(new Date(shippedAt), RECEIVED_AFTER_MS) : null;

/** Returns when its vendor is reminded of an unanswered cancel request. Null when no reminder is due. */
export const reminderDueAt = ({ cancelRequest }: Pick<OrderPart, 'cancelRequest'>): string | null =>
  cancelRequest?.state === 'open' && cancelRequest.remindedAt === null
    ? after(new Date(cancelRequest.at), CANCEL_ANSWER_MS)
    : null;

const dueTimes = (part: OrderPart): string[] => [receivedDueAt(part), reminderDueAt(part)].filter((at) => at !== null);

type Stored = Record<string, unknown>;

/** Upgrades a stored order to the current version: to parts that move on their own, and to the keys that follow today. */
export const upgradeOrder = (stored: Stored, from: number): Stored =>
  from < 2 ? withParts(stored) : { ...stored, ...followsFromParts(stored as Followed) };

/**
 * Upgrades an order that was stored before its parts could move on their own. Its status tells how far they are: the
 * parts of a completed order are delivered.
 */
function withParts(stored: Stored): Stored {
  const order = stored as Pick<Order, 'status' | 'statusAt' | 'lines' | 'paidAt' | 'payState' | 'parts'>;
  const isPaid = order.paidAt !== null;
  const parts = order.parts.map((old): OrderPart => {
    const part = { ...newPart(old.vendorId), ...old };
    if (isPaid && (order.status === 'completed' || isDigitalPart(order, part.vendorId)))
      return { ...part, state: 'delivered', deliveredAt: part.deliveredAt ?? order.statusAt };
    if (order.status === 'shipped') return { ...part, state: 'shipped', shippedAt: part.shippedAt ?? order.statusAt };
    return part.state === 'pending' && order.status === 'processing' ? { ...part, state: 'processing' } : part;
  });
  return { ...stored, parts, ...followsFromParts({ ...order, parts }) };
}

/** Returns whether a vendor's part has nothing to ship: each of its lines is a download. */
export const isDigitalPart = ({ lines }: Pick<Order, 'lines'>, vendorId: string): boolean =>
  lines.filter((line) => line.vendorId === vendorId).every(({ fulfilment }) => fulfilment === 'digital');
