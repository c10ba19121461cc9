import type { Writer } from '#lib/data/store.ts';
import type { Actor, OrderToChange } from '#lib/store/orders/order-events.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { deliveredPart, partEvent, writeParts } from './write-parts.ts';

/** Marks shipped parts as delivered, because their buyer has them or because fourteen days have passed. */
export function receiveParts(
  t: Writer,
  order: OrderToChange,
  parts: readonly OrderPart[],
  because: 'buyer' | 'time',
  by: Actor,
): void {
  writeParts(
    t,
    order,
    {
      parts: parts.map((part) => deliveredPart(part, by.at)),
      events: parts.map(({ vendorId }) => partEvent('part_delivered', vendorId, { because })),
      because,
    },
    by,
  );
}
