import type { OnceOutcome } from '#lib/api/answer-once.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUp } from '#lib/context/step-up.ts';
import { type AppError, codeOf, conflict, forbidden } from '#lib/core/errors.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { handlerOf, stemOf } from '#lib/payments/attempts/ledger.ts';
import { PartRefunds, PaymentTransactions } from '#lib/payments/collections.ts';
import { creditLane } from '#lib/payments/credit/credit.ts';
import { balanceOfPayer, finishPartRefund, type PartSale, readPartSale } from '#lib/payments/refunds/part-money.ts';
import { promisePartRefund } from '#lib/payments/refunds/part-refund-topic.ts';
import { type PartRefund, partRefundSettled, type SettlePartRefundInput } from '#lib/payments/schemas/part-refund.ts';
import { findAnswer, type OnceCall, onceCall, storeResponse } from '#lib/store/checkout/idempotency.ts';
import { orderLane } from '#lib/store/orders/write-cancel.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { publishToOwners } from '#lib/tunnel/channels/publish-to-owners.ts';
import { refundsByCard } from './refuse-part.ts';

/** Of two concurrent calls with one key, the slower one reads again and finds the response. */
const TRIES = 3;

/** Returns the refund of a part. Throws NotFound. */
export const getPartRefund = (ctx: UserContext, id: string): Promise<Row<PartRefund>> => ctx.data.need(PartRefunds, id);

/**
 * Returns the money of a part that is owed, or that the gateway did not return: to the balance, by a person outside the
 * shop, or by another request to the gateway. The same Idempotency-Key returns the same response.
 */
export async function settlePartRefund(
  ctx: UserContext,
  id: string,
  asked: SettlePartRefundInput,
  key?: string,
): Promise<OnceOutcome> {
  const once = onceCall(`part-refund:${id}`, ctx.user.id, key, asked);
  const { data: known } = await getPartRefund(ctx, id);
  const { data: row } = await ctx.data.need(PaymentTransactions, known.orderReference);
  const act = { action: 'part.refund_settled', targetType: 'payment', targetId: known.orderReference };
  for (let tries = 1; ; tries++) {
    try {
      const outcome = await auditRefusal(ctx, act, () =>
        ctx.data.tx((t) => settleOnce(t, ctx, { id, asked, once }), {
          lane: [orderLane(known.orderId), creditLane(row.userId)],
        }),
      );
      await Promise.all([publishOverviewChange(ctx, 'orders', 'refunds'), publishToOwners(ctx, [row.userId])]);
      return outcome;
    } catch (error) {
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

type Settling = { readonly id: string; readonly asked: SettlePartRefundInput; readonly once: OnceCall | null };

async function settleOnce(t: Tx, ctx: UserContext, { id, asked, once }: Settling): Promise<OnceOutcome> {
  const stored = await findAnswer(t, once);
  if (stored?.kind === 'refusal') return stored;
  if (stored)
    return { kind: 'answer', status: stored.statusCode, body: partRefundSettled.parse(stored.body), replayed: true };
  const refund = await t.need(PartRefunds, id);
  const { orderId, orderReference } = refund.data;
  const { data: attempt } = await t.need(PaymentTransactions, orderReference);
  const money = await readPartSale(t, orderId, { number: stemOf(orderReference), vendorIds: attempt.vendorIds });
  if (!money) throw new Error(`${orderId} is paid, but no attempt paid for it`);
  const refusal = refusalToSettle(ctx, refund.data, money, asked);
  if (refusal) throw refusal;
  assertSteppedUp(ctx);
  const now = ctx.now();
  const by = { at: now.toISOString(), actorId: ctx.user.id, via: ctx.via };
  const handler = handlerOf(ctx, money.row.purpose);
  const state = await handler.read(t, money.row, now);
  const moved =
    asked.way === 'card'
      ? { refund: askAgain(t, refund, by.at), payState: null }
      : finishPartRefund(t, money, refund, {
          way: asked.way,
          reference: asked.reference,
          settledBy: ctx.user.id,
          at: by.at,
        });
  handler.partRefunded?.(t, moved.refund, state, { ...by, payState: moved.payState });
  auditRow(t, ctx, {
    action: 'part.refund_settled',
    targetType: 'payment',
    targetId: orderReference,
    before: { state: refund.data.state },
    after: { state: moved.refund.state, way: asked.way, vendorId: refund.data.vendorId },
    reason: asked.reference,
    now,
  });
  const body = partRefundSettled.parse({ success: true, refund: { ...moved.refund, id } });
  storeResponse(t, once, { orderId, at: now, statusCode: 200, body });
  return { kind: 'answer', status: 200, body, replayed: false };
}

/** Asks the gateway once more, after its certain refusal. */
function askAgain(t: Tx, { id, data }: Row<PartRefund>, at: string): PartRefund {
  const pending: PartRefund = {
    ...data,
    state: 'pending',
    way: 'card',
    failedBecause: null,
    askedAt: null,
    nextCheckAt: at,
    updatedAt: at,
  };
  t.set(PartRefunds, id, pending);
  promisePartRefund(t, id, at);
  return pending;
}

function refusalToSettle(
  ctx: UserContext,
  { state, failedBecause }: PartRefund,
  { row, account }: PartSale,
  { way }: SettlePartRefundInput,
): AppError | null {
  if (state !== 'owed' && state !== 'failed')
    return conflict(`The refund of this part is ${state}`, { code: 'NothingOwed', details: { state } });
  // A request whose result is unclear may have been carried out: the same money must not go back by card again.
  if (way === 'card' && (row.processor !== 'cardgw' || state !== 'failed' || failedBecause !== 'refused'))
    return conflict('The gateway did not refuse this refund', { code: 'NotReversible', details: { state } });
  if (way === 'card' && !refundsByCard(ctx))
    return forbidden('Card refunds are switched off', { code: 'RailDisabled' });
  const currency = account?.data.currency ?? MAIN_CURRENCY;
  if (way === 'balance' && balanceOfPayer(row).currency !== currency)
    return conflict(`The order has no rate into ${currency}`, { code: 'CurrencyNotAccepted', details: { currency } });
  return null;
}
