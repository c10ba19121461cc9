import type { Locale } from '#lib/i18n/values.ts';
import { refundedOf, toPartView } from '#lib/store/parts/part-view.ts';
import type { Order, OrderEvent, OrderView } from '#lib/store/schemas/order.ts';
import { partEventKinds } from '#lib/store/values.ts';
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
      options: line.options,
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
    parts: order.parts.map((part) => toPartView(order, part, vendorNames)),
    refundedMinor: refundedOf(order),
    holdExpiresAt: order.holdExpiresAt,
    cancelReason: order.cancelReason,
    note: order.note,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    paidAt: order.paidAt,
    ...(history && { timeline: timelineOf(shownOf(order, history.events), history.locale) }),
  };
}

/** Leaves out the steps of the one part of an order, because they are those of the order. */
const shownOf = ({ parts }: Order, events: readonly OrderEvent[]): readonly OrderEvent[] =>
  parts.length > 1 ? events : events.filter(({ kind }) => !isPartStep(kind));

const isPartStep = (kind: OrderEvent['kind']): boolean =>
  partEventKinds.some((step) => step === kind) && kind !== 'part_refused';

function timelineOf(events: readonly OrderEvent[], locale: Locale): NonNullable<OrderView['timeline']> {
  return events
    .flatMap((event) => {
      const text = textOfEvent(event, locale);
      return text === null ? [] : [{ at: event.at, kind: event.kind, from: event.from, to: event.to, text }];
    })
    .slice(0, TIMELINE_STEPS);
}
