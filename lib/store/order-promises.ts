import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Patch } from '#lib/data/patch.ts';
import type { Writer } from '#lib/data/store.ts';
import type { Order, OrderEvent } from './schemas/order.ts';
import { type OrderMailKind, orderMailKinds } from './values.ts';

const orderMailPromise = z.object({ orderId: idText, kind: z.enum(orderMailKinds), vendorId: idText.nullable() });
export type OrderMailPromise = z.infer<typeof orderMailPromise>;

export const orderMailTopic = topic('order.mail', orderMailPromise);
/** A paid order wants a number for its printable document. */
export const orderDocumentTopic = topic('order.document', z.object({ orderId: idText }));

type Step = Pick<OrderEvent, 'kind'> & Partial<Pick<OrderEvent, 'to'>>;

/** The mails a change wants told that were never promised before, however often the order comes by here. */
export function mailsDue(
  order: Pick<Order, 'mails' | 'payState'>,
  { payState }: Patch<Order>,
  steps: readonly Step[],
): OrderMailKind[] {
  const due = new Set(steps.flatMap((step) => mailsOfStep(step)));
  if (payState === 'refunded' && order.payState !== 'refunded') due.add('refunded');
  // An order of digital goods is complete when it is paid: that is one piece of news, not two.
  if (due.has('paid')) due.delete('completed');
  return orderMailKinds.filter((kind) => due.has(kind) && !order.mails.includes(kind));
}

function mailsOfStep({ kind, to }: Step): readonly OrderMailKind[] {
  switch (kind) {
    case 'created':
      return ['placed'];
    case 'paid':
      return ['paid', 'vendor_new_order'];
    case 'canceled':
      return ['canceled'];
    case 'status':
      return to === 'shipped' || to === 'completed' ? [to] : [];
    case 'payment_started':
    case 'payment_failed':
    case 'stock_sold':
    case 'stock_returned':
    case 'part_shipped':
    case 'settled':
    case 'refund': // also money that has only begun to go back: `payState` tells when it is there
    case 'mail':
    case 'note':
      return [];
  }
}

/** Promises mails that `mailsDue` named; their kinds are kept on the order, so that none is promised twice. */
export function promiseMails(
  t: Writer,
  { id: orderId, vendorIds }: { readonly id: string; readonly vendorIds: readonly string[] },
  kinds: readonly OrderMailKind[],
  now: Date,
): void {
  for (const kind of kinds) {
    const key = `mail:${orderId}:${kind}`;
    if (kind !== 'vendor_new_order') enqueue(t, orderMailTopic, { orderId, kind, vendorId: null }, { now, key });
    else
      for (const vendorId of vendorIds)
        enqueue(t, orderMailTopic, { orderId, kind, vendorId }, { now, key: `${key}:${vendorId}` });
  }
}

/** Promises the document of an order; it is paid once, so it is promised once. */
export const promiseDocument = (t: Writer, orderId: string, now: Date): void =>
  enqueue(t, orderDocumentTopic, { orderId }, { now, key: `document:${orderId}` });
