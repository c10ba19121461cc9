import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUp } from '#lib/context/step-up.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Tx } from '#lib/data/store.ts';
import { creditLane } from '#lib/payments/credit/credit.ts';
import { readPartSale, refundPart as writePartRefund } from '#lib/payments/refunds/part-money.ts';
import { Orders } from '#lib/store/collections.ts';
import { withHistory } from '#lib/store/orders/order-events.ts';
import { getOrder, viewForAdmin } from '#lib/store/orders/orders.ts';
import { orderLane } from '#lib/store/orders/write-cancel.ts';
import type { AdminOrderView } from '#lib/store/schemas/order.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { publishToOwners } from '#lib/tunnel/channels/publish-to-owners.ts';
import { promiseNotice } from './part-notices.ts';
import { acceptedRequest, moneyOf, refundEvent, refundOf, refundsByCard } from './refuse-part.ts';
import { getPart } from './vendor-order.ts';
import { writeParts } from './write-parts.ts';

/**
 * Refunds a part that was shipped, or of a canceled order, on an administrator's request. The part keeps its state and
 * no unit returns by itself. What was not sent is never sent any more, also when the order is restored. A released
 * settlement is taken from what the vendor is owed. Refunding again changes nothing.
 */
export async function refundPart(
  ctx: UserContext,
  orderId: string,
  vendorId: string,
  reason: string,
): Promise<AdminOrderView> {
  const { data: known } = await getOrder(ctx, orderId);
  const act = { action: 'part.refunded', targetType: 'order', targetId: orderId, after: { vendorId }, reason };
  const isNew = await auditRefusal(ctx, act, () =>
    ctx.data.tx((t) => refundOnce(t, ctx, act), { lane: [orderLane(orderId), creditLane(known.userId)] }),
  );
  if (isNew) {
    await Promise.all([publishOverviewChange(ctx, 'orders', 'refunds'), publishToOwners(ctx, [known.userId])]);
    ctx.log('info', 'part.refunded', { orderId, vendorId });
  }
  return viewForAdmin(ctx, await getOrder(ctx, orderId));
}

type Act = {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly after: { readonly vendorId: string };
  readonly reason: string;
};

async function refundOnce(t: Tx, ctx: UserContext, act: Act): Promise<boolean> {
  const { targetId: orderId, reason } = act;
  const { vendorId } = act.after;
  const now = ctx.now();
  const by = { at: now.toISOString(), actorId: ctx.user.id, via: ctx.via };
  const row = await t.get(Orders, orderId);
  const part = getPart(row, orderId, vendorId);
  if (!row || part.refund !== null) return false;
  const { status, payState } = row.data;
  const isSent = part.state === 'shipped' || part.state === 'delivered';
  if (payState !== 'paid' || !(isSent || status === 'canceled'))
    throw conflict('Only a part that was shipped, or of a canceled order, is refunded this way', {
      code: 'InvalidTransition',
      details: { state: payState === 'paid' ? part.state : payState },
    });
  assertSteppedUp(ctx);
  const [order, money] = await Promise.all([withHistory(t, row), readPartSale(t, orderId, row.data)]);
  if (!money) throw new Error(`${orderId} is paid, but no attempt paid for it`);
  const back = writePartRefund(t, money, { vendorId, byCard: refundsByCard(ctx), at: by.at });
  writeParts(
    t,
    order,
    {
      parts: [{ ...part, refund: refundOf(back), cancelRequest: acceptedRequest(part) }],
      events: [{ ...refundEvent(vendorId, back), reason }],
      because: 'refund',
      patch: moneyOf(back),
    },
    by,
  );
  if (back.refund.state === 'done') promiseNotice(t, { orderId, vendorId, kind: 'part_refunded', key: 'once' }, now);
  promiseNotice(t, { orderId, vendorId, kind: 'changed_for_vendor', key: String(row.data.rev) }, now);
  auditRow(t, ctx, { ...act, now });
  return true;
}
