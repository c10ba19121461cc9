import type { Context } from '#lib/context/context.ts';
import { fault } from '#lib/core/fault.ts';
import type { Writer } from '#lib/data/store.ts';
import { promisedAlertsOf, promiseNewAlert } from '#lib/payments/alerts/attempt-alerts.ts';
import { callbackBehind, isOwed, settleCallback } from '#lib/payments/cards/callbacks.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { creditLane } from '#lib/payments/credit/credit.ts';
import type { Evidence, EvidenceEntry, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { publishToOwners } from '#lib/tunnel/channels/publish-to-owners.ts';
import { type Alert, evidenceKindOf, type Next, nextOf } from './attempt-states.ts';
import { handlerOf, orderLane } from './ledger.ts';
import { type Applied, byOf, readTransition, withEvidence, writeTransition } from './transitions.ts';

/**
 * Applies a processor's statement to an attempt. A statement moves an attempt only through this function. One
 * transaction changes the row, the thing paid for, stock, journal, settlements and the callback. Applying the same
 * statement again changes nothing.
 */
export async function applyPaymentResult(ctx: Context, orderReference: string, evidence: Evidence): Promise<Applied> {
  const known = await ctx.data.need(PaymentTransactions, orderReference);
  const by = byOf(ctx);
  await makeWayFor(ctx, known.data, evidence);
  const applied = await ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, orderReference);
      const callback = await callbackBehind(t, evidence);
      if (callback && !isOwed(callback.data)) return { row, moved: false, confirm: false, alert: null };
      const next = nextOf(row, evidence);
      const alerted = await promisedAlertsOf(t, orderReference, alertsOf(next));
      const done =
        next.kind === 'move'
          ? writeTransition(t, await readTransition(t, ctx, { row, from: row.status, at: by.at }), next, {
              evidence,
              by,
            })
          : keepEvidence(t, row, evidence, next, by.at);
      if (callback) settleCallback(t, callback.id, done, by.at);
      promiseNewAlert(t, done, alerted, new Date(by.at));
      if (evidence.source === 'webhook') await fault('webhook.before_commit');
      return done;
    },
    { lane: lanesOf(known.data) },
  );
  await afterCommit(ctx, applied);
  return applied;
}

/** Returns the alerts a statement may raise: its own, and `credit_spent` when it takes back credit. */
const alertsOf = (next: Next): readonly Alert[] => [
  ...(next.alert === null ? [] : [next.alert]),
  ...(next.kind === 'move' && next.status === 'refunded' ? (['credit_spent'] as const) : []),
];

/** Money is coming in, perhaps late. Stock held by expired carts must not block the order it pays for. */
async function makeWayFor(ctx: Context, { purpose, orderId, paidAt }: LedgerRow, statement: Evidence): Promise<void> {
  if (orderId === null || paidAt !== null || evidenceKindOf(statement.status) !== 'approved') return;
  await handlerOf(ctx, purpose).makeWay?.(ctx, orderId);
}

/** Returns the lanes that a change of an attempt passes through, so that calls in one process do not conflict. */
export const lanesOf = ({ orderId, userId, processor }: LedgerRow) => [
  ...(orderId === null ? [] : [orderLane(orderId)]),
  ...(orderId === null || processor === 'credit' ? [creditLane(userId)] : []),
];

/**
 * Runs after the commit. A crash here must lose nothing. Publishes the change and logs alerts for the people who look
 * after payments.
 */
export async function afterCommit(ctx: Context, { row, moved, alert }: Applied): Promise<void> {
  if (moved && row.status === 'paid') await fault('paid.after_commit');
  const { orderReference, processor, status, refundState } = row;
  if (moved) await Promise.all([publishOverviewChange(ctx, 'orders', 'refunds'), publishToOwners(ctx, [row.userId])]);
  if (moved) ctx.log('info', 'payment.moved', { orderReference, processor, status, refundState });
  if (alert) ctx.log('warn', 'payment.alerted', { orderReference, processor, status, alert });
}

function keepEvidence(
  t: Writer,
  row: LedgerRow,
  evidence: Evidence,
  next: Exclude<Next, { kind: 'move' }>,
  at: string,
): Applied {
  const confirm = next.kind === 'confirm';
  const claimed = confirm && row.claimedAt === null;
  if (!claimed && isKnown(row, evidence)) return { row, moved: false, confirm, alert: next.alert };
  const updated: LedgerRow = {
    ...row,
    evidence: withEvidence(row, evidence, at),
    // The gateway is asked about a claim at once: the job for due attempts finds it by this time.
    ...(claimed && { claimedAt: at, nextCheckAt: at }),
    version: row.version + 1,
    updatedAt: at,
  };
  t.set(PaymentTransactions, row.orderReference, updated);
  return { row: updated, moved: false, confirm, alert: next.alert };
}

const isSameStatement = (entry: EvidenceEntry, statement: Evidence): boolean =>
  (['source', 'status', 'amountText', 'currency', 'merchantAccount', 'reasonCode', 'inboxId'] as const).every(
    (field) => entry[field] === statement[field],
  );
const isKnown = (row: LedgerRow, statement: Evidence): boolean =>
  row.evidence.some((entry) => isSameStatement(entry, statement));
