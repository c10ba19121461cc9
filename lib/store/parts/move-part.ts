import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { Tx } from '#lib/data/store.ts';
import { creditLane } from '#lib/payments/credit/credit.ts';
import { Orders } from '#lib/store/collections.ts';
import { type Actor, type OrderToChange, withHistory } from '#lib/store/orders/order-events.ts';
import { orderLane } from '#lib/store/orders/write-cancel.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { ShipPartInput, VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { publishToOwners } from '#lib/tunnel/channels/publish-to-owners.ts';
import { promiseNotice } from './part-notices.ts';
import { type ActingFor, assertReason } from './part-seller.ts';
import { assertPartsMove, nextPartState } from './part-states.ts';
import { getPart, readVendorOrder } from './vendor-order.ts';
import { partEvent, shippedPart, writeParts } from './write-parts.ts';

type Move = {
  readonly order: OrderToChange;
  readonly part: OrderPart;
  readonly by: Actor;
};

type Asked = { readonly orderId: string; readonly action: string; readonly reason?: string | undefined };

/**
 * Changes a vendor's part of an order in one transaction, with its audit row. `change` returns false when there is
 * nothing to change. When an administrator acts, the owner is told. Returns the order as the vendor sees it.
 */
export async function changePart(
  ctx: UserContext,
  who: ActingFor,
  { orderId, action, reason }: Asked,
  change: (t: Tx, move: Move) => boolean | Promise<boolean>,
): Promise<VendorOrder> {
  assertReason(who, reason);
  const { vendorId, isOther } = who;
  const now = ctx.now();
  const by = { at: now.toISOString(), actorId: ctx.user.id, via: ctx.via };
  const known = await ctx.data.get(Orders, orderId);
  const buyerId = await ctx.data.tx(
    async (t) => {
      const row = await t.get(Orders, orderId);
      const part = getPart(row, orderId, vendorId);
      if (!row || !(await change(t, { order: await withHistory(t, row), part, by }))) return null;
      auditRow(t, ctx, {
        action,
        targetType: 'order',
        targetId: orderId,
        after: { vendorId },
        reason: reason ?? null,
        now,
      });
      if (isOther) promiseNotice(t, { orderId, vendorId, kind: 'changed_for_vendor', key: String(row.data.rev) }, now);
      return row.data.userId;
    },
    { lane: [orderLane(orderId), ...(known ? [creditLane(known.data.userId)] : [])] },
  );
  if (buyerId !== null) {
    await Promise.all([publishOverviewChange(ctx, 'orders'), publishToOwners(ctx, [buyerId])]);
    ctx.log('info', action, { orderId, vendorId });
  }
  return readVendorOrder(ctx, vendorId, orderId);
}

/** Begins a part: its vendor prepares the goods. Beginning again changes nothing. */
export const startPart = (
  ctx: UserContext,
  who: ActingFor,
  orderId: string,
  { reason }: { readonly reason?: string | undefined },
): Promise<VendorOrder> =>
  changePart(ctx, who, { orderId, action: 'part.started', reason }, (t, { order, part, by }) => {
    const state = nextPartState(part, 'start');
    if (state === null) return false;
    assertPartsMove(order.data);
    const events = [partEvent('part_started', part.vendorId)];
    writeParts(t, order, { parts: [{ ...part, state }], events, because: 'vendor' }, by);
    return true;
  });

/** Marks a part as shipped. A later call corrects its tracking and sends no second mail. */
export const shipPart = (
  ctx: UserContext,
  who: ActingFor,
  orderId: string,
  { reason, carrier, trackingNumber, trackingUrl }: ShipPartInput,
): Promise<VendorOrder> =>
  changePart(ctx, who, { orderId, action: 'part.shipped', reason }, (t, { order, part, by }) => {
    const isNew = nextPartState(part, 'ship') !== null;
    const tracked = {
      ...part,
      carrier: carrier ?? part.carrier,
      trackingNumber: trackingNumber ?? part.trackingNumber,
      trackingUrl: trackingUrl ?? part.trackingUrl,
    };
    if (!isNew && isSameTracking(part, tracked)) return false;
    assertPartsMove(order.data);
    const events = [
      isNew
        ? partEvent('part_shipped', part.vendorId, { trackingUrl: tracked.trackingUrl })
        : ({ kind: 'note', data: { vendorId: part.vendorId, trackingUrl: tracked.trackingUrl } } as const),
    ];
    writeParts(t, order, { parts: [isNew ? shippedPart(tracked, by.at) : tracked], events, because: 'vendor' }, by);
    return true;
  });

const isSameTracking = (a: OrderPart, b: OrderPart): boolean =>
  a.carrier === b.carrier && a.trackingNumber === b.trackingNumber && a.trackingUrl === b.trackingUrl;
