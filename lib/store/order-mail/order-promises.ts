import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, outboxIdOf, topic } from '#lib/data/outbox.ts';
import type { Patch } from '#lib/data/patch.ts';
import type { Writer } from '#lib/data/store.ts';
import type { Order, OrderEvent } from '#lib/store/schemas/order.ts';
import { type OrderMailKind, orderMailKinds, partMailKinds } from '#lib/store/values.ts';

const orderMailPromise = z.object({ orderId: idText, kind: z.enum(orderMailKinds), vendorId: idText.nullable() });
export type OrderMailPromise = z.infer<typeof orderMailPromise>;

export const orderMailTopic = topic('order.mail', orderMailPromise);
/** Assigns the number of an order's document. Only earlier versions enqueued this; now a worker finds paid orders itself. */
export const orderDocumentTopic = topic('order.document', z.object({ orderId: idText }));

type Step = Pick<OrderEvent, 'kind'> & Partial<Pick<OrderEvent, 'to' | 'data'>>;

/** A mail about an order, to its buyer or about one of its vendors. */
type DueMail = Omit<OrderMailPromise, 'orderId'>;

/** Returns the mails that a change requires and that were never enqueued before, however often the order gets there. */
export function mailsDue(
  order: Pick<Order, 'mails' | 'payState' | 'parts' | 'vendorIds'>,
  { payState }: Pick<Patch<Order>, 'payState'>,
  steps: readonly Step[],
): readonly DueMail[] {
  const kinds = kindsDue(order, payState, steps);
  const ofOrder = kinds.flatMap<DueMail>((kind) =>
    kind === 'vendor_new_order' ? order.vendorIds.map((vendorId) => ({ kind, vendorId })) : [{ kind, vendorId: null }],
  );
  // What ends the whole order needs one mail, not one more for each of its parts.
  const isEnd = kinds.includes('canceled') || kinds.includes('completed');
  return isEnd || !hasSeveralParts(order) ? ofOrder : [...ofOrder, ...steps.flatMap(mailsOfPart)];
}

/** The parts of an order of one vendor are the order itself, so its buyer reads the mails about the order. */
const hasSeveralParts = ({ parts }: Pick<Order, 'parts'>): boolean => parts.length > 1;

function mailsOfPart({ kind, data }: Step): readonly DueMail[] {
  const about = partMailKinds.find((one) => one === kind);
  return about && typeof data?.vendorId === 'string' ? [{ kind: about, vendorId: data.vendorId }] : [];
}

function kindsDue(
  order: Pick<Order, 'mails' | 'payState' | 'parts'>,
  payState: Patch<Order>['payState'],
  steps: readonly Step[],
): readonly OrderMailKind[] {
  const due = new Set(steps.flatMap((step) => mailsOfStep(step)));
  if (hasSeveralParts(order)) due.delete('shipped');
  if (payState === 'refunded' && order.payState !== 'refunded') due.add('refunded');
  // The mail about the end of an order says what happens to its money.
  if (due.has('canceled')) due.delete('refunded');
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
    case 'part_started':
    case 'part_shipped': // the mails about one part: `mailsOfPart`
    case 'part_delivered':
    case 'part_refused':
    case 'part_refund':
    case 'settled':
    case 'refund': // also money that has only begun to go back: `payState` says when it has arrived
    case 'mail':
    case 'note':
      return [];
  }
}

/** Enqueues the mails that `mailsDue` returned. The order stores their kinds, so that none is enqueued twice. */
export function promiseMails(t: Writer, orderId: string, mails: readonly DueMail[], now: Date): void {
  for (const mail of mails) {
    const promise = { orderId, ...mail };
    enqueue(t, orderMailTopic, promise, { now, key: keyOfMail(promise) });
  }
}

const keyOfMail = ({ orderId, kind, vendorId }: OrderMailPromise): string =>
  ['mail', orderId, kind, ...(vendorId === null ? [] : [vendorId])].join(':');

/**
 * Returns the outbox ids of an order, from the order's own fields. Of the mails about a part, some may not exist.
 * Completed rows are deleted after some days.
 */
export const effectIdsOf = (orderId: string, { mails, vendorIds }: Pick<Order, 'mails' | 'vendorIds'>): string[] =>
  mails.flatMap((kind) =>
    (isPerVendor(kind) ? vendorIds : [null]).map((vendorId) =>
      outboxIdOf(orderMailTopic, keyOfMail({ orderId, kind, vendorId })),
    ),
  );

const isPerVendor = (kind: OrderMailKind): boolean =>
  kind === 'vendor_new_order' || partMailKinds.some((one) => one === kind);
