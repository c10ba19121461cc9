import type { OnceOutcome } from '#lib/api/answer-once.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { type PayoutAsked, type PlannedPayout, planPayout, writePayout } from '#lib/payments/books/payouts.ts';
import { type Payout, type PayoutMade, payoutMade } from '#lib/payments/schemas/journal.ts';
import { findAnswer, type OnceCall, onceCall, storeResponse } from '#lib/store/checkout/idempotency.ts';
import { type Actor, type OrderToChange, orderToChange, writeOrderChange } from '#lib/store/orders/order-events.ts';

/** Of two concurrent calls with one key, the slower one reads again and finds the response. */
const TRIES = 3;

/**
 * Records a bank transfer to a vendor: payout, entry, settlements and their orders change together or not at all. The
 * same Idempotency-Key returns the same response. A settlement is paid once, under any key.
 */
export async function makePayout(ctx: UserContext, asked: PayoutAsked, key?: string): Promise<OnceOutcome> {
  const once = onceCall('payout', ctx.user.id, key, asked);
  const act = { action: 'payout.made', targetType: 'vendor', targetId: asked.vendorId };
  for (let tries = 1; ; tries++) {
    const names = { id: newId('payout'), now: ctx.now() };
    try {
      return await auditRefusal(ctx, act, () =>
        ctx.data.tx((t) => makeOnce(t, ctx, asked, { ...names, once }), {
          lane: `payouts/${asked.vendorId}`,
          mayQuery: true,
        }),
      );
    } catch (error) {
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

type Names = { readonly id: string; readonly now: Date; readonly once: OnceCall | null };

async function makeOnce(t: Tx, ctx: UserContext, asked: PayoutAsked, { id, now, once }: Names): Promise<OnceOutcome> {
  const stored = await findAnswer(t, once);
  if (stored?.kind === 'refusal') return stored;
  if (stored) return { kind: 'answer', status: stored.statusCode, body: payoutMade.parse(stored.body), replayed: true };

  const plan = await planPayout(t, asked);
  const paid = await ordersOf(t, plan);
  const by = { at: now.toISOString(), actorId: ctx.user.id, via: ctx.via };
  const payout: Payout = {
    ...asked,
    keptBackIds: plan.keptBack.map((row) => row.id),
    amountMinor: plan.amountMinor,
    currency: plan.currency,
    madeBy: ctx.user.id,
    createdAt: by.at,
  };
  writePayout(t, id, payout);
  for (const order of paid) showPaid(t, order, { id, payout }, by);
  auditRow(t, ctx, {
    action: 'payout.made',
    targetType: 'vendor',
    targetId: asked.vendorId,
    after: { payoutId: id, amountMinor: payout.amountMinor, currency: payout.currency, orders: paid.length },
    now,
  });
  const body: PayoutMade = payoutMade.parse({ success: true, payout: { ...payout, id } });
  storeResponse(t, once, { orderId: null, at: now, statusCode: 200, body });
  return { kind: 'answer', status: 200, body, replayed: false };
}

async function ordersOf(t: Tx, { settlements }: PlannedPayout): Promise<OrderToChange[]> {
  const ids = [...new Set(settlements.map(({ data }) => data.orderId))];
  const orders = await Promise.all(ids.map((id) => orderToChange(t, id)));
  return orders.filter((order) => order !== undefined);
}

/** Shows the vendor's part of the order as paid. */
function showPaid(
  t: Tx,
  order: OrderToChange,
  { id, payout }: Pick<Row<Payout>, 'id'> & { payout: Payout },
  by: Actor,
) {
  const paid = new Set(payout.settlementIds);
  const vendorSettlements = order.data.vendorSettlements.map((part) =>
    paid.has(part.settlementId) ? { ...part, state: 'paid' as const } : part,
  );
  const data = { state: 'paid', vendorId: payout.vendorId, payoutId: id };
  writeOrderChange(t, order, { vendorSettlements }, [{ kind: 'settled', data }], by);
}
