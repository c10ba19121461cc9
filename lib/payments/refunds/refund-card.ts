import type { Context } from '#lib/context/context.ts';
import type { AppError } from '#lib/core/errors.ts';
import { codeOf } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { evidenceKindOf } from '#lib/payments/attempts/attempt-states.ts';
import { rowLane } from '#lib/payments/attempts/ledger.ts';
import type { Applied } from '#lib/payments/attempts/transitions.ts';
import { cardGatewayOf, writeCheck } from '#lib/payments/cards/query-gateway.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { CardGateway } from '#lib/payments/ports.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';

/**
 * Asks the gateway to refund an attempt, once. The row records the request before the gateway gets it. Without a
 * reply the result is unknown: the gateway is asked for its state later, and the request is never repeated blindly.
 * Returns null when nothing is to be refunded or another caller has asked.
 */
export async function refundCard(ctx: Context, orderReference: string): Promise<Applied | null> {
  const gateway = cardGatewayOf(ctx);
  const row = await claimRefund(ctx, orderReference);
  if (!row) return null;
  let answer: Evidence;
  try {
    answer = await answerTo(gateway, row);
  } catch (error) {
    if (codeOf(error) !== 'GatewayUnavailable') throw error;
    ctx.log('warn', 'refund.unknown', { orderReference, because: (error as AppError).code });
    return null;
  }
  await fault('refund.after_gateway_call');
  if (evidenceKindOf(answer.status) === 'refund_in_progress') await notePromise(ctx, row);
  return applyPaymentResult(ctx, orderReference, answer);
}

/** Records that the gateway promised the refund. From now on it is only asked for its state. */
async function notePromise(ctx: Context, asked: LedgerRow): Promise<void> {
  const promisedAt = ctx.now().toISOString();
  await ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, asked.orderReference);
      const { refunding } = row;
      if (refunding === null || refunding.askedAt !== asked.refunding?.askedAt) return;
      const change = { refunding: { ...refunding, promisedAt }, version: row.version + 1 };
      t.set(PaymentTransactions, row.orderReference, { ...row, ...change });
    },
    { lane: rowLane(asked.orderReference) },
  );
}

/**
 * Returns the result of the refund. A refusal proves nothing when the refund was requested before, so the gateway is
 * asked for its state.
 */
async function answerTo(gateway: CardGateway, row: LedgerRow): Promise<Evidence> {
  const answer = await gateway.refund(row, `Refund of ${row.orderReference}`);
  if (evidenceKindOf(answer.status) !== 'declined') return answer;
  const held = await gateway.check(row);
  const kind = held && evidenceKindOf(held.status);
  return held && (kind === 'returned' || kind === 'refund_in_progress') ? held : answer;
}

function claimRefund(ctx: Context, orderReference: string): Promise<LedgerRow | null> {
  const now = ctx.now();
  return ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, orderReference);
      if (!isRefundUnsent(row)) return null;
      return writeCheck(t, { ...row, refunding: { ...row.refunding, askedAt: now.toISOString() } }, now);
    },
    { lane: rowLane(orderReference) },
  );
}

type Refunding = LedgerRow & { readonly refunding: NonNullable<LedgerRow['refunding']> };

/** Returns whether we want a refund and have not asked the gateway for it yet. */
export const isRefundUnsent = (row: LedgerRow): row is Refunding =>
  row.processor === 'cardgw' && row.refundState === 'pending' && row.refunding?.askedAt === null;

/**
 * Allows a second refund request after the first got no reply and the gateway says that it still has the money.
 * Asking for that state first makes the repeat safe.
 */
export async function forgetLostRefund(ctx: Context, asked: LedgerRow): Promise<boolean> {
  return ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, asked.orderReference);
      const { refunding } = row;
      const isSame = refunding !== null && refunding.askedAt === asked.refunding?.askedAt;
      if (!isSame || refunding.promisedAt !== null || row.refundState !== 'pending') return false;
      const version = row.version + 1;
      t.set(PaymentTransactions, row.orderReference, { ...row, refunding: { ...refunding, askedAt: null }, version });
      return true;
    },
    { lane: rowLane(asked.orderReference) },
  );
}
