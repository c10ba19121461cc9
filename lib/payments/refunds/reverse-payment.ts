import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUp } from '#lib/context/step-up.ts';
import type { Env } from '#lib/core/env/env.ts';
import { type AppError, conflict, forbidden } from '#lib/core/errors.ts';
import { amountText } from '#lib/core/money.ts';
import type { Tx } from '#lib/data/store.ts';
import { afterCommit, lanesOf } from '#lib/payments/attempts/apply-result.ts';
import { nextOf } from '#lib/payments/attempts/attempt-states.ts';
import { toLedgerView } from '#lib/payments/attempts/ledger.ts';
import { type Applied, byOf, readTransition, writeTransition } from '#lib/payments/attempts/transitions.ts';
import { cardGatewayOf } from '#lib/payments/cards/query-gateway.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { Evidence, LedgerRow, LedgerView } from '#lib/payments/schemas/ledger.ts';
import { promiseRefund } from './refund-topic.ts';

/**
 * Refunds the full amount of an attempt on an admin's request. Credit goes back at once, in one transaction with
 * order, settlements and journal. A card is refunded by the gateway: the row shows a pending refund until it is
 * final. A refund that is done or in progress is left as it is. Throws when the session lacks a recent step-up and
 * one is required.
 */
export async function reversePayment(ctx: UserContext, orderReference: string, reason: string): Promise<LedgerView> {
  const { data: known } = await ctx.data.need(PaymentTransactions, orderReference);
  const act = { action: 'payment.reversed', targetType: 'payment', targetId: orderReference, reason };
  const applied = await auditRefusal(ctx, act, () =>
    ctx.data.tx((t) => reverseOnce(t, ctx, orderReference, reason), { lane: lanesOf(known) }),
  );
  await afterCommit(ctx, applied);
  return toLedgerView(applied.row);
}

async function reverseOnce(t: Tx, ctx: UserContext, orderReference: string, reason: string): Promise<Applied> {
  const { data: row } = await t.need(PaymentTransactions, orderReference);
  const refusal = refusalToReverse(ctx, row);
  if (refusal) throw refusal;
  const isDone = row.status === 'refunded' || row.refundState === 'pending';
  if (isDone) return { row, moved: false, confirm: false, alert: null };
  assertSteppedUp(ctx);
  if (row.processor === 'cardgw') cardGatewayOf(ctx);

  const by = byOf(ctx);
  const evidence = wordOf(row);
  const next = nextOf(row, evidence);
  if (next.kind !== 'move') throw new Error(`${orderReference} cannot be reversed`);
  const refunding = row.processor === 'cardgw' ? { reason, wantedAt: by.at, askedAt: null, promisedAt: null } : null;
  const moving = await readTransition(t, ctx, { row: { ...row, refunding }, from: row.status, at: by.at });
  const applied = writeTransition(t, moving, next, { evidence, by });
  promiseRefund(t, row, by.at);
  auditRow(t, ctx, {
    action: 'payment.reversed',
    targetType: 'payment',
    targetId: orderReference,
    before: { status: row.status, refundState: row.refundState },
    after: { status: applied.row.status, refundState: applied.row.refundState },
    reason,
    now: new Date(by.at),
  });
  return applied;
}

/**
 * Returns why an attempt cannot be refunded this way, or null when it can. Money in excess may always go back, so the
 * setting does not stop another try.
 */
export function refusalToReverse({ env }: { readonly env: Env }, row: LedgerRow): AppError | null {
  const { orderReference, processor, status, excess } = row;
  if (row.partsBack !== null)
    return conflict(`Parts of ${orderReference} were refunded: refund the others part by part`, {
      code: 'PartlyRefunded',
    });
  if (processor !== 'credit' && processor !== 'cardgw')
    return conflict(`${orderReference} cannot be reversed, because it was not paid by card or credit`, {
      code: 'NotReversible',
      details: { processor },
    });
  if (processor === 'cardgw' && !env.PAYMENT_CARD_REFUND && !excess)
    return forbidden('Card refunds are switched off', { code: 'RailDisabled' });
  if (status !== 'paid' && status !== 'refunded')
    return conflict(`${orderReference} is not paid`, { code: 'NotPaid', details: { status } });
  return null;
}

/** Returns our own statement: credit is back at once, a card's money is on its way. */
const wordOf = (row: LedgerRow): Evidence => ({
  source: 'manual',
  status: row.processor === 'credit' ? 'Refunded' : 'RefundInProcessing',
  amountText: amountText(row.amountMinor, row.currency),
  currency: row.currency,
  merchantAccount: row.signed?.merchantAccount ?? null,
  reasonCode: null,
  inboxId: null,
  payload: {},
});
