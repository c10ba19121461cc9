import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, outboxIdOf, topic } from '#lib/data/outbox.ts';
import type { Patch } from '#lib/data/patch.ts';
import type { Writer } from '#lib/data/store.ts';
import type { Order, OrderEvent } from '#lib/store/schemas/order.ts';
import { type OrderMailKind, orderMailKinds } from '#lib/store/values.ts';

const orderMailPromise = z.object({ orderId: idText, kind: z.enum(orderMailKinds), vendorId: idText.nullable() });
export type OrderMailPromise = z.infer<typeof orderMailPromise>;

export const orderMailTopic = topic('order.mail', orderMailPromise);
/** Assigns the number of an order's document. Only earlier versions enqueued this; now a worker finds paid orders itself. */
export const orderDocumentTopic = topic('order.document', z.object({ orderId: idText }));

type Step = Pick<OrderEvent, 'kind'> & Partial<Pick<OrderEvent, 'to'>>;

/** Returns the mails that a change requires and that were never enqueued before, however often the order gets there. */
export function mailsDue(
  order: Pick<Order, 'mails' | 'payState'>,
  { payState }: Patch<Order>,
  steps: readonly Step[],
): OrderMailKind[] {
  const due = new Set(steps.flatMap((step) => mailsOfStep(step)));
  if (payState === 'refunded' && order.payState !== 'refunded') due.add('refunded');
  // An order of digital goods is complete when it is paid. That needs one mail, not two.
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
    case 'refund': // also money that has only begun to go back: `payState` says when it has arrived
    case 'mail':
    case 'note':
      return [];
  }
}

/** Enqueues the mails that `mailsDue` returned. The order stores their kinds, so that none is enqueued twice. */
export function promiseMails(
  t: Writer,
  { id: orderId, vendorIds }: { readonly id: string; readonly vendorIds: readonly string[] },
  kinds: readonly OrderMailKind[],
  now: Date,
): void {
  for (const promise of mailPromises(orderId, kinds, vendorIds))
    enqueue(t, orderMailTopic, promise, { now, key: keyOfMail(promise) });
}

const mailPromises = (
  orderId: string,
  kinds: readonly OrderMailKind[],
  vendorIds: readonly string[],
): readonly OrderMailPromise[] =>
  kinds.flatMap<OrderMailPromise>((kind) =>
    kind === 'vendor_new_order'
      ? vendorIds.map((vendorId) => ({ orderId, kind, vendorId }))
      : [{ orderId, kind, vendorId: null }],
  );

const keyOfMail = ({ orderId, kind, vendorId }: OrderMailPromise): string =>
  ['mail', orderId, kind, ...(vendorId === null ? [] : [vendorId])].join(':');

/** Returns the outbox ids of an order, from the order's own fields. Completed rows are deleted after some days. */
export const effectIdsOf = (orderId: string, { mails, vendorIds }: Pick<Order, 'mails' | 'vendorIds'>): string[] =>
  mailPromises(orderId, mails, vendorIds).map((promise) => outboxIdOf(orderMailTopic, keyOfMail(promise)));
