import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { OrderStatus } from '#lib/context/ports/values.ts';
import { codeOf } from '#lib/core/errors.ts';
import { after } from '#lib/core/time.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { payByHand } from '#lib/payments/attempts/pay-by-hand.ts';
import { type BookedSale, blockSettlements, readSale } from '#lib/payments/books/settlements.ts';
import { Orders } from '#lib/store/collections.ts';
import { ORDER_HOLD_MS } from '#lib/store/limits.ts';
import { releaseExpiredHoldsOf } from '#lib/store/orders/release-expired-holds.ts';
import { partsAtStatus } from '#lib/store/parts/write-parts.ts';
import type { MovedOrder, Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { Allocation } from '#lib/store/stock/stock.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { publishToOwners } from '#lib/tunnel/channels/publish-to-owners.ts';
import { type Actor, type OrderToChange, withHistory, writeOrderChange } from './order-events.ts';
import { holdAgain, holdsOf, type OrderHolds, planAllocationOf } from './order-holds.ts';
import { effectsOfTransition, isForcedTransition, type TransitionEffects } from './order-status.ts';
import { linesUnsent, partsHeldAgain } from './order-units.ts';
import { assertRequestFree, claimRequest } from './request-orders.ts';
import { orderLane, writeCancel } from './write-cancel.ts';

export type StatusChange = { readonly status: OrderStatus; readonly reason?: string | undefined };

/** One step of a status change, with the status that the admin saw when they requested the whole change. */
type Step = { readonly to: OrderStatus; readonly previous: OrderStatus; readonly reason: string | null };

/**
 * Sets an order to any status at an admin's request. Effects follow the order's markers and never repeat. A transition
 * that the shop itself would not make is marked as forced. An unpaid order reaches no status but `new` and `canceled`:
 * any other transition first pays by hand. Setting the same status again changes nothing.
 */
export async function changeOrderStatus(
  ctx: UserContext,
  orderId: string,
  { status: to, reason }: StatusChange,
): Promise<MovedOrder> {
  const { data: order } = await ctx.data.need(Orders, orderId);
  const previous = order.status;
  if (previous === to) return toMovedOrder(orderId, order, previous);

  const step = { previous, reason: reason ?? null };
  const effects = effectsOfTransition(order, to);
  if (effects.holdAgain) await releaseExpiredHoldsOf(ctx, order);
  if (effects.pay) {
    if (previous === 'canceled') await setStatus(ctx, orderId, { ...step, to: 'new' });
    await payFirst(ctx, orderId, { ...step, to });
    if (to === 'paid') return toMovedOrder(orderId, (await ctx.data.need(Orders, orderId)).data, previous);
  }
  const moved = toMovedOrder(orderId, await setStatus(ctx, orderId, { ...step, to }), previous);
  await Promise.all([publishOverviewChange(ctx, 'orders'), publishToOwners(ctx, [order.userId])]);
  ctx.log('info', 'order.moved', { orderId, from: previous, to, forced: moved.forced });
  return moved;
}

const toMovedOrder = (id: string, { status, forced, updatedAt }: Order, previousStatus: OrderStatus): MovedOrder => ({
  id,
  status,
  previousStatus,
  forced,
  updatedAt,
});

/**
 * Pays by hand. A concurrent payment by another person is accepted instead. The audit row is written with the payment.
 */
async function payFirst(ctx: UserContext, orderId: string, step: Step): Promise<void> {
  const now = ctx.now();
  const audit = { ...step, to: 'paid', forced: step.previous !== 'new' } as const;
  try {
    await payByHand(ctx, orderId, {
      note: step.reason ?? '',
      also: (t) => writeAudit(t, ctx, orderId, audit, now),
    });
  } catch (error) {
    if (codeOf(error) !== 'AlreadyPaid') throw error;
  }
}

type Facts = {
  readonly order: OrderToChange;
  readonly effects: TransitionEffects;
  readonly holds: OrderHolds;
  readonly allocation: Allocation | null;
  readonly sale: BookedSale | null;
};

async function readFacts(t: Tx, row: Row<Order>, to: OrderStatus): Promise<Facts> {
  const effects = effectsOfTransition(row.data, to);
  const [order, holds, allocation, sale] = await Promise.all([
    withHistory(t, row),
    effects.giveBack ? holdsOf(t, { id: row.id, data: { lines: linesUnsent(row.data) } }) : [],
    effects.holdAgain ? planAllocationOf(t, row.data) : null,
    effects.blockSettlements === null ? null : readSale(t, row.id, row.data),
  ]);
  return { order, effects, holds, allocation, sale };
}

function setStatus(ctx: UserContext, orderId: string, step: Step): Promise<Order> {
  const now = ctx.now();
  const by = { at: now.toISOString(), actorId: ctx.user.id, via: ctx.via };
  return ctx.data.tx(
    async (t) => {
      const row = await t.need(Orders, orderId);
      const { to } = step;
      if (row.data.status === to) return row.data;
      if (row.data.status === 'canceled') await assertRequestFree(t, row.data);
      const facts = await readFacts(t, row, to);
      // A skipped step makes the change forced, even if both transitions are ordinary.
      const forced = [row.data.status, step.previous].some((from) => isForcedTransition(row.data, from, to));

      if (to === 'canceled')
        writeCancel(t, facts.order, { because: 'admin', holds: facts.holds, reason: step.reason, forced }, by);
      else writeStatus(t, facts, { ...step, forced }, by);
      if (row.data.status === 'canceled') claimRequest(t, orderId, row.data);
      if (facts.sale) blockSettlements(t, facts.sale, facts.effects.blockSettlements === true, by.at);
      writeAudit(t, ctx, orderId, { ...step, forced }, now);
      return { ...row.data, status: to, forced: row.data.forced || forced, updatedAt: by.at };
    },
    { lane: orderLane(orderId) },
  );
}

/** Writes a transition to any status but `canceled`. An order that leaves `canceled` holds its units again. */
function writeStatus(
  t: Writer,
  { order, allocation }: Facts,
  { to, reason, forced }: Step & { forced: boolean },
  by: Actor,
): void {
  const { data } = order;
  const along = partsAtStatus(data.parts, to, by.at);
  const again = allocation ? holdAgainIfEnough(t, order, allocation, along.parts, by.at) : {};
  const leavesCanceled = data.status === 'canceled';
  const waits = to === 'new' && data.paidAt === null;
  writeOrderChange(
    t,
    order,
    {
      status: to,
      forced: data.forced || forced,
      ...(leavesCanceled && { cancelReason: null }),
      ...(leavesCanceled && waits && { holdExpiresAt: after(new Date(by.at), ORDER_HOLD_MS) }),
      ...(along.events.length > 0 && { parts: [...along.parts] }),
      ...again,
    },
    [
      ...along.events,
      { kind: 'status', from: data.status, to, reason, data: { forced, heldAgain: 'stockState' in again } },
    ],
    by,
  );
}

/** Holds the units again. When they are short, the order lists the missing products and no counter changes. */
function holdAgainIfEnough(
  t: Writer,
  order: OrderToChange,
  allocation: Allocation,
  parts: readonly OrderPart[],
  at: string,
): Partial<Order> {
  if (allocation.kind === 'short') return { stockShort: [...allocation.free.keys()] };
  const state = order.data.paidAt === null ? 'bound' : 'sold';
  holdAgain(t, order, allocation, { state, at });
  return {
    parts: partsHeldAgain(order.data, parts, at),
    stockState: state,
    stockShort: [],
    stockReturnedAt: null,
    ...(state === 'sold' && { stockDeductedAt: at }),
  };
}

function writeAudit(t: Writer, ctx: UserContext, orderId: string, step: Step & { forced: boolean }, now: Date): void {
  auditRow(t, ctx, {
    action: 'order.status-changed',
    targetType: 'order',
    targetId: orderId,
    before: { status: step.previous },
    after: { status: step.to, forced: step.forced },
    reason: step.reason,
    now,
  });
}
