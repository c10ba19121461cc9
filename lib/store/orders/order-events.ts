import { createHash } from 'node:crypto';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Patch } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { promiseRequestCard } from '#lib/payments/attempts/payment-request-topic.ts';
import { OrderEvents, Orders } from '#lib/store/collections.ts';
import { mailsDue, promiseMails } from '#lib/store/order-mail/order-promises.ts';
import { followsFromParts } from '#lib/store/parts/part-rows.ts';
import { promiseReward } from '#lib/store/referrals/topics.ts';
import { productsBought } from '#lib/store/reviews/purchases.ts';
import { promiseVerification } from '#lib/store/reviews/topics.ts';
import type { Order, OrderEvent } from '#lib/store/schemas/order.ts';
import type { OrderMailKind } from '#lib/store/values.ts';

/** The previous hash of an order's first event. */
export const FIRST_HASH = '';

/** The change that an event records. The event adds who, when and the chain. */
export type EventDraft = Pick<OrderEvent, 'kind'> & Partial<Pick<OrderEvent, 'from' | 'to' | 'reason' | 'data'>>;
export type Actor = { readonly at: string; readonly actorId: string | null; readonly via: string };

/** An order as a transaction has read it, with the last hash, which its next event needs. */
export type OrderToChange = { readonly id: string; readonly data: Order; readonly lastHash: string };

export const eventIdOf = (orderId: string, rev: number): string => hashOf(orderId, String(rev));

/** A change of an order. The keys and the due time of its parts follow from its parts and are never given. */
export type OrderPatch = Omit<Patch<Order>, 'parts' | 'paidAt' | 'partKeys' | 'nextPartDueAt'> &
  Partial<Pick<Order, 'parts' | 'paidAt'>>;

/** Returns the hash of an event, which covers everything but itself and includes the previous hash. */
export const hashOfEvent = (event: OrderEvent): string =>
  createHash('sha256')
    .update(event.prevHash)
    .update(canonicalJson({ ...event, prevHash: undefined, hash: undefined }))
    .digest('base64url');

/** Returns the events that follow `rev`, numbered without a gap and chained. */
export function chainEvents(
  last: { readonly orderId: string; readonly rev: number; readonly hash: string },
  drafts: readonly EventDraft[],
  { at, actorId, via }: Actor,
): OrderEvent[] {
  let { rev, hash } = last;
  return drafts.map((draft) => {
    rev += 1;
    const open = {
      from: null,
      to: null,
      reason: null,
      data: {},
      ...draft,
      at,
      actorId,
      via,
      orderId: last.orderId,
      rev,
    };
    const event = { ...open, prevHash: hash, hash: '' };
    hash = hashOfEvent(event);
    return { ...event, hash };
  });
}

/** Reads an order with the end of its history, for a transaction that will change it. */
export async function orderToChange(t: Reader, orderId: string): Promise<OrderToChange | undefined> {
  const row = await t.get(Orders, orderId);
  return row && withHistory(t, row);
}

export async function withHistory(t: Reader, row: Row<Order>): Promise<OrderToChange> {
  const last = await t.need(OrderEvents, eventIdOf(row.id, row.data.rev));
  return { id: row.id, data: row.data, lastHash: last.data.hash };
}

/** Writes a new order with its first events, and promises the mail that it was placed. */
export function writeNewOrder(t: Writer, id: string, order: Order, drafts: readonly EventDraft[], by: Actor): void {
  // An order that could not be placed was rejected on screen, so its buyer gets no mail.
  const mails = order.status === 'new' ? mailsDue(order, {}, drafts) : [];
  t.create(Orders, id, { ...order, ...followsFromParts(order), mails: kindsOf(mails), rev: drafts.length });
  promiseMails(t, id, mails, new Date(by.at));
  promiseCard(t, order, by);
  writeEvents(t, chainEvents({ orderId: id, rev: 0, hash: FIRST_HASH }, drafts, by));
}

/**
 * Writes a change of an order together with the events that explain it. No change is without an event, and `rev` is
 * always the number of the last event. A new status also sets `statusAt`. Only this function promises the mails about a
 * change.
 */
export function writeOrderChange(
  t: Writer,
  order: OrderToChange,
  patch: OrderPatch,
  drafts: readonly EventDraft[],
  by: Actor,
): void {
  const rev = order.data.rev + drafts.length;
  const moved = patch.status !== undefined && patch.status !== order.data.status;
  const mails = mailsDue(order.data, patch, drafts);
  t.update(Orders, order.id, {
    ...patch,
    ...(moved && { statusAt: by.at }),
    ...(mails.length > 0 && { mails: kindsOf([...order.data.mails.map((kind) => ({ kind })), ...mails]) }),
    ...followsFromParts({ ...order.data, ...partsOf(patch) }),
    rev,
    updatedAt: by.at,
  });
  promiseMails(t, order.id, mails, new Date(by.at));
  // The effect of the mail about a payment verifies the reviews of its buyer.
  if (!mails.some(({ kind }) => kind === 'paid')) promiseVerifications(t, order.data, patch, by);
  promiseCard(t, order.data, by);
  promiseReward(t, order.id, { ...order.data, ...partsOf(patch) }, new Date(by.at));
  writeEvents(t, chainEvents({ orderId: order.id, rev: order.data.rev, hash: order.lastHash }, drafts, by));
}

const kindsOf = (mails: readonly { readonly kind: OrderMailKind }[]): OrderMailKind[] => [
  ...new Set(mails.map(({ kind }) => kind)),
];

/** Returns the changed fields that the keys and the due time of the parts follow from. */
const partsOf = ({ parts, paidAt, payState, status }: OrderPatch): Partial<Order> => ({
  ...(parts !== undefined && { parts }),
  ...(paidAt !== undefined && { paidAt }),
  ...(payState !== undefined && { payState }),
  ...(status !== undefined && { status }),
});

/** Promises to look again at the buyer's reviews of products that the order counts as bought now, or no longer. */
function promiseVerifications(t: Writer, order: Order, patch: OrderPatch, { at }: Actor): void {
  const [before, after] = [productsBought(order), productsBought({ ...order, ...partsOf(patch) })];
  const changed = [...before, ...after].filter((productId) => before.has(productId) !== after.has(productId));
  promiseVerification(t, order.userId, changed, new Date(at));
}

/** Promises an update of the payment request's card, which follows every change of its order. */
function promiseCard(t: Writer, { requestId }: Pick<Order, 'requestId'>, { at }: Actor): void {
  if (requestId !== null) promiseRequestCard(t, requestId, new Date(at));
}

function writeEvents(t: Writer, events: readonly OrderEvent[]): void {
  for (const event of events) t.create(OrderEvents, eventIdOf(event.orderId, event.rev), event);
}
