import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { isPaidBack } from './part-rows.ts';

type Part = Pick<OrderPart, 'state' | 'shippedAt' | 'refund'>;

/** The statuses of a paid order, in the order in which its parts lead to them. */
const line: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'completed'];

/** Returns true when somebody has begun a part. Digital goods are delivered with the payment: nobody begins them. */
const isBegun = ({ state, shippedAt }: Part): boolean => state === 'processing' || shippedAt !== null;

/** Returns whether a part counts for nothing: it was refused, or its money went back before it was sent. */
export const isOut = (part: Part): boolean => part.state === 'refused' || isPaidBack(part);

/** Returns the status of a paid order by its parts alone. Parts that are out count for nothing, unless all are. */
export function statusOfParts(parts: readonly Part[]): OrderStatus {
  const live = parts.filter((part) => !isOut(part));
  if (live.length === 0) return 'canceled';
  if (live.every(({ state }) => state === 'delivered')) return 'completed';
  if (live.every(({ state }) => state === 'shipped' || state === 'delivered')) return 'shipped';
  return live.some(isBegun) ? 'processing' : 'paid';
}

/**
 * Returns the statuses that an order goes through when its parts change, the last one being its status from then on.
 * Returns none when it keeps its status. An order never goes back: when its only begun part is refused, it stays
 * `processing`.
 */
export function stepsToStatus(from: OrderStatus, parts: readonly Part[]): readonly OrderStatus[] {
  const to = statusOfParts(parts);
  if (to === 'canceled') return from === to ? [] : [to];
  const [at, end] = [line.indexOf(from), line.indexOf(to)];
  if (at < 0 || end <= at) return [];
  // Digital goods alone were completed by the payment, not by a shipment.
  const isDirect = from === 'paid' && to === 'completed' && !parts.some(isBegun);
  return isDirect ? [to] : line.slice(at + 1, end + 1);
}

/** Returns whether a status is what the parts of an order lead to. A part that was begun and is out leaves `processing`. */
export function agreesWithParts(status: OrderStatus, parts: readonly Part[]): boolean {
  const derived = statusOfParts(parts);
  return status === derived || (status === 'processing' && derived === 'paid' && parts.some(isOut));
}
