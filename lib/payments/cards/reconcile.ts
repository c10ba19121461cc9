import type { Context } from '#lib/context/context.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { evidenceKindOf } from '#lib/payments/attempts/attempt-states.ts';
import { rowLane } from '#lib/payments/attempts/ledger.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { attemptsDue } from '#lib/payments/queries.ts';
import { forgetLostRefund, isRefundUnsent, refundCard } from '#lib/payments/refunds/refund-card.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { isLastCheck } from './check-times.ts';
import { cardGatewayOf, ownEvidence, queryGateway, wasJustQueried, writeCheck } from './query-gateway.ts';

/** Attempts checked at the same time. Each check may take as long as the gateway's timeout. */
const SLICE = 10;

export type Reconciled = {
  readonly seen: number;
  readonly done: number;
  readonly failed: number;
  readonly hasMore: boolean;
};

/**
 * Asks the gateway about a slice of the due attempts: those still open, those claimed by a callback, those with a
 * pending refund. Each check is claimed before the gateway is asked, so two runners ask once. An attempt without a
 * reply is due again at its next time.
 */
export async function reconcilePayments(ctx: Context): Promise<Reconciled> {
  if (!ctx.cardGateway) return { seen: 0, done: 0, failed: 0, hasMore: false };
  const now = ctx.now();
  const { rows } = await ctx.data.find(attemptsDue(now.toISOString(), SLICE));
  const outcomes = await Promise.all(rows.map(({ id }) => checkQuietly(ctx, id, now)));
  const count = (wanted: CheckOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return { seen: rows.length, done: count('done'), failed: count('failed'), hasMore: rows.length === SLICE };
}

type CheckOutcome = 'done' | 'taken' | 'failed';

/** Checks one attempt. An error is logged and the attempt is due again, so that it does not block the others. */
async function checkQuietly(ctx: Context, orderReference: string, now: Date): Promise<CheckOutcome> {
  try {
    const due = await claimDue(ctx, orderReference, now);
    if (!due) return 'taken';
    await act(ctx, due);
    return 'done';
  } catch (error) {
    ctx.log('warn', 'payment.check_failed', { orderReference, error });
    return 'failed';
  }
}

type Due = { readonly duty: 'refund' | 'settle' | 'check'; readonly row: LedgerRow };

function claimDue(ctx: Context, orderReference: string, now: Date): Promise<Due | null> {
  const at = now.toISOString();
  return ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, orderReference);
      if (row.nextCheckAt === null || row.nextCheckAt > at) return null;
      // Asking for a refund has its own claim, shared with the outbox. It uses up this check either way.
      if (isRefundUnsent(row)) return { duty: 'refund', row };
      const duty = row.status === 'authorized' && row.settleAskedAt === null ? 'settle' : 'check';
      if (duty === 'check' && wasJustQueried(row, now)) return null;
      const claimed = duty === 'settle' ? { ...row, settleAskedAt: at } : row;
      return { duty, row: writeCheck(t, claimed, now) };
    },
    { lane: rowLane(orderReference) },
  );
}

async function act(ctx: Context, { duty, row }: Due): Promise<void> {
  switch (duty) {
    case 'refund':
      await refundCard(ctx, row.orderReference);
      return;
    case 'settle':
      await settle(ctx, row);
      return;
    case 'check':
      await check(ctx, row);
  }
}

/**
 * Captures money that was only authorized. A refusal may mean it was captured before, so the gateway is asked for the
 * state.
 */
async function settle(ctx: Context, row: LedgerRow): Promise<void> {
  const evidence = await cardGatewayOf(ctx).settle(row);
  if (evidenceKindOf(evidence.status) === 'declined') await check(ctx, row);
  else await applyPaymentResult(ctx, row.orderReference, evidence);
}

async function check(ctx: Context, row: LedgerRow): Promise<void> {
  const isLast = isLastCheck(row, ctx.now());
  const { reply } = await queryGateway(ctx, row, { isLast });
  const kind = reply && evidenceKindOf(reply.status);
  if (isLast) await endWatch(ctx, row);
  else if (kind === 'approved') await forgetLostRefund(ctx, row);
  else if (kind === 'waiting_auth') await forgetLostSettle(ctx, row);
}

/** The money is still only authorized: our request did not reach the gateway. The next check asks again. */
async function forgetLostSettle(ctx: Context, { orderReference, settleAskedAt }: LedgerRow): Promise<void> {
  await ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, orderReference);
      if (row.status !== 'authorized' || row.settleAskedAt !== settleAskedAt) return;
      t.update(PaymentTransactions, orderReference, { settleAskedAt: null, version: row.version + 1 });
    },
    { lane: rowLane(orderReference) },
  );
}

/** Ends the watch after the last answered check. A refund that has not come is left to a person. */
async function endWatch(ctx: Context, { orderReference }: LedgerRow): Promise<void> {
  const { data: row } = await ctx.data.need(PaymentTransactions, orderReference);
  if (row.refundState === 'pending')
    await applyPaymentResult(ctx, orderReference, ownEvidence(row, { status: 'Declined', reasonCode: null }));
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const { data: current } = await t.need(PaymentTransactions, orderReference);
      if (current.nextCheckAt === null || !isLastCheck(current, now)) return;
      t.update(PaymentTransactions, orderReference, {
        nextCheckAt: null,
        version: current.version + 1,
        updatedAt: now.toISOString(),
      });
    },
    { lane: rowLane(orderReference) },
  );
}
