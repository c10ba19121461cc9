import type { Locale } from '#lib/i18n/values.ts';
import type { Order, OrderEvent, OrderView } from '#lib/store/schemas/order.ts';
import { textOfEvent } from './order-texts.ts';

/** The most steps shown to a buyer: the first steps of the history. */
export const TIMELINE_STEPS = 100;

/** Returns the buyer's view of an order. Without events it has no timeline. */
export function toOrderView(
  id: string,
  order: Order,
  vendorNames: ReadonlyMap<string, string>,
  history?: { readonly events: readonly OrderEvent[]; readonly locale: Locale },
): OrderView {
  return {
    id,
    number: order.number,
    status: order.status,
    payState: order.payState,
    currency: order.currency,
    subtotalMinor: order.subtotalMinor,
    totalMinor: order.totalMinor,
    lines: order.lines.map((line) => ({
      id: line.id,
      productId: line.productId,
      title: line.title,
      image: line.image,
      vendor: { id: line.vendorId, name: vendorNames.get(line.vendorId) ?? '' },
      qty: line.qty,
      unitPriceMinor: line.unitPriceMinor,
      totalMinor: line.totalMinor,
      fulfilment: line.fulfilment,
    })),
    charges: order.charges,
    contact: order.contact,
    delivery: order.delivery,
    parts: order.parts,
    holdExpiresAt: order.holdExpiresAt,
    cancelReason: order.cancelReason,
    note: order.note,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    paidAt: order.paidAt,
    ...(history && { timeline: timelineOf(history.events, history.locale) }),
  };
}

function timelineOf(events: readonly OrderEvent[], locale: Locale): NonNullable<OrderView['timeline']> {
  return events
    .flatMap((event) => {
      const text = textOfEvent(event, locale);
      return text === null ? [] : [{ at: event.at, kind: event.kind, from: event.from, to: event.to, text }];
    })
    .slice(0, TIMELINE_STEPS);
}
