import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { Writer } from '#lib/data/store.ts';
import {
  type Actor,
  type EventDraft,
  type OrderPatch,
  type OrderToChange,
  writeOrderChange,
} from '#lib/store/orders/order-events.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { isOut, stepsToStatus } from './order-follows.ts';

type PartsChange = {
  /** The changed parts. The others stay as they are. */
  readonly parts: readonly OrderPart[];
  readonly events: readonly EventDraft[];
  /** Why the status follows: it is part of each status event. */
  readonly because: string;
  readonly patch?: Omit<OrderPatch, 'parts' | 'status'>;
};

/**
 * Writes changed parts of an order, and its status where it follows from them. Each step between has its event. A change
 * that moves no part, such as a refund or a note, leaves the status, which an admin may have moved back.
 */
export function writeParts(t: Writer, order: OrderToChange, change: PartsChange, by: Actor): OrderStatus {
  const { status: from } = order.data;
  const changed = new Map(change.parts.map((part) => [part.vendorId, part]));
  const parts = order.data.parts.map((part) => changed.get(part.vendorId) ?? part);
  const hasMoved = change.parts.some(({ vendorId, state }) => stateOf(order, vendorId) !== state);
  const steps = hasMoved ? stepsToStatus(from, parts) : [];
  const status = steps.at(-1) ?? from;
  const isCanceled = steps.at(-1) === 'canceled';
  writeOrderChange(
    t,
    order,
    {
      ...change.patch,
      parts,
      ...(steps.length > 0 && { status }),
      ...(isCanceled && { cancelReason: 'refused', holdExpiresAt: null }),
    },
    [...change.events, ...steps.map((to, i) => stepEvent(i === 0 ? from : (steps[i - 1] ?? from), to, change.because))],
    by,
  );
  return status;
}

const stateOf = ({ data }: OrderToChange, vendorId: string) =>
  data.parts.find((part) => part.vendorId === vendorId)?.state;

const stepEvent = (from: OrderStatus, to: OrderStatus, because: string): EventDraft =>
  to === 'canceled'
    ? { kind: 'canceled', from, to, data: { because: 'refused', forced: false } }
    : { kind: 'status', from, to, data: { because } };

/** Returns the part of a shipped order after it has arrived. */
export const deliveredPart = (part: OrderPart, at: string): OrderPart => ({
  ...part,
  state: 'delivered',
  deliveredAt: at,
});

/** Returns a part after its goods were sent. An open cancel request is thereby declined. */
export const shippedPart = (part: OrderPart, at: string): OrderPart => ({
  ...part,
  state: 'shipped',
  shippedAt: part.shippedAt ?? at,
  cancelRequest:
    part.cancelRequest?.state === 'open' ? { ...part.cancelRequest, state: 'declined' } : part.cancelRequest,
});

export const partEvent = (
  kind: 'part_started' | 'part_shipped' | 'part_delivered',
  vendorId: string,
  data: EventDraft['data'] = {},
): EventDraft => ({ kind, data: { vendorId, ...data } });

/**
 * Returns the parts of an order whose status an admin sets, and their events. Parts that are not out go along with the
 * new status. A step back changes no part.
 */
export function partsAtStatus(
  parts: readonly OrderPart[],
  to: OrderStatus,
  at: string,
): { readonly parts: readonly OrderPart[]; readonly events: readonly EventDraft[] } {
  const moved = parts.map((part) => partAtStatus(part, to, at));
  const events = moved.flatMap(({ part, kinds }) => kinds.map((kind) => partEvent(kind, part.vendorId)));
  return { parts: moved.map(({ part }) => part), events };
}

type Kind = Parameters<typeof partEvent>[0];

function partAtStatus(part: OrderPart, to: OrderStatus, at: string): { part: OrderPart; kinds: readonly Kind[] } {
  const { state } = part;
  if (isOut(part)) return { part, kinds: [] };
  const waits = state === 'pending' || state === 'processing';
  if (to === 'processing' && state === 'pending')
    return { part: { ...part, state: 'processing' }, kinds: ['part_started'] };
  if (to === 'shipped' && waits) return { part: shippedPart(part, at), kinds: ['part_shipped'] };
  if (to === 'completed' && (waits || state === 'shipped'))
    return {
      part: deliveredPart(waits ? shippedPart(part, at) : part, at),
      kinds: waits ? ['part_shipped', 'part_delivered'] : ['part_delivered'],
    };
  return { part, kinds: [] };
}
