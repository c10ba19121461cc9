import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { lanesOf } from '#lib/payments/attempts/apply-result.ts';
import { evidenceKindOf } from '#lib/payments/attempts/attempt-states.ts';
import { handlerOf, stemOf } from '#lib/payments/attempts/ledger.ts';
import { byOf } from '#lib/payments/attempts/transitions.ts';
import { nextCheck } from '#lib/payments/cards/check-times.ts';
import { cardGatewayOf } from '#lib/payments/cards/query-gateway.ts';
import { PartRefunds, PaymentTransactions } from '#lib/payments/collections.ts';
import { partRefundsDue } from '#lib/payments/queries.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { PartRefund } from '#lib/payments/schemas/part-refund.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { publishToOwners } from '#lib/tunnel/channels/publish-to-owners.ts';
import { finishPartRefund, readPartSale } from './part-money.ts';

/** Refunds checked at the same time. Each check may take as long as the gateway's timeout. */
const SLICE = 10;

/** What the gateway has done with our request. `lost`: nothing, so it may be asked again. */
type Verdict = 'done' | 'refused' | 'waits' | 'lost' | 'unclear';

/**
 * Asks the gateway to refund one part, once. The refund records the request before the gateway gets it. Without a
 * reply the result is unknown, and only a check of the payment decides. Of one payment, one part at a time is asked
 * for, so that a check can tell them apart.
 */
export async function refundPartByCard(ctx: Context, id: string): Promise<void> {
  const gateway = cardGatewayOf(ctx);
  const claimed = await claim(ctx, id);
  if (!claimed) return;
  const { refund, row } = claimed;
  let answer: Evidence;
  try {
    answer = await gateway.refund(
      { ...row, amountMinor: refund.amountMinor },
      `Refund of a part of ${row.orderReference}`,
    );
  } catch (error) {
    if (codeOf(error) !== 'GatewayUnavailable') throw error;
    ctx.log('warn', 'part-refund.unknown', { id, orderReference: row.orderReference });
    return;
  }
  await fault('refund.after_gateway_call');
  const verdict = verdictOf(answer);
  await settle(ctx, id, verdict === 'refused' && refund.tries > 1 ? await refusedAgain(ctx, claimed) : verdict);
}

/**
 * Returns what the refusal of a repeated request means. It proves nothing by itself: the first one may have been carried
 * out. Where a check shows that it was not, the refusal counts.
 */
async function refusedAgain(ctx: Context, claimed: Claimed): Promise<Verdict> {
  const verdict = await checked(ctx, claimed);
  return verdict === 'lost' ? 'refused' : verdict;
}

/** Asks the gateway about a slice of the part refunds that are due. Returns how many there were. */
export async function reconcilePartRefunds(ctx: Context): Promise<number> {
  if (!ctx.cardGateway) return 0;
  const { rows } = await ctx.data.find(partRefundsDue(ctx.now().toISOString(), SLICE));
  for (const { id, data } of rows) {
    try {
      if (data.askedAt === null) await refundPartByCard(ctx, id);
      else await checkPartRefund(ctx, id);
    } catch (error) {
      ctx.log('warn', 'part-refund.check_failed', { id, error });
    }
  }
  return rows.length;
}

async function checkPartRefund(ctx: Context, id: string): Promise<void> {
  const claimed = await claimCheck(ctx, id);
  if (claimed) await settle(ctx, id, await checked(ctx, claimed));
}

type Claimed = {
  readonly refund: PartRefund;
  readonly row: LedgerRow;
  /** What the gateway has refunded of the other parts. Null while that is uncertain. */
  readonly doneMinor: number | null;
  readonly isLast: boolean;
};

/** Returns what the gateway says of the payment: by its refunded amount, which part refunds of ours explain. */
async function checked(ctx: Context, { refund, row, doneMinor, isLast }: Claimed): Promise<Verdict> {
  const held = await cardGatewayOf(ctx).check(row);
  const kind = held && evidenceKindOf(held.status);
  const refundedMinor = held?.payload.refundedMinor;
  if (kind === 'refund_in_progress' && !isLast) return 'waits';
  // A sum tells this part from the others only when it is certain what went back for each of those.
  const moreMinor = doneMinor === null || typeof refundedMinor !== 'number' ? null : refundedMinor - doneMinor;
  if (moreMinor === refund.amountMinor) return 'done';
  // A request that was not carried out in all this time is not repeated by itself any more.
  if (moreMinor === 0 && kind === 'approved') return isLast ? 'refused' : 'lost';
  return isLast ? 'unclear' : kind === 'approved' || kind === 'returned' ? 'unclear' : 'waits';
}

function verdictOf({ status }: Evidence): Verdict {
  switch (evidenceKindOf(status)) {
    case 'returned':
      return 'done';
    case 'declined':
      return 'refused';
    case 'refund_in_progress':
      return 'waits';
    case 'in_progress':
    case 'waiting_auth':
    case 'approved':
    case 'expired':
      return 'unclear';
  }
}

function claim(ctx: Context, id: string): Promise<Claimed | null> {
  const now = ctx.now();
  return inLane(ctx, id, async (t, refund) => {
    const all = refund && (await readAll(t, refund));
    if (!all || refund.data.state !== 'pending' || refund.data.askedAt !== null) return null;
    const isBusy = all.refunds.some(({ data }) => data.state === 'pending' && data.askedAt !== null);
    const asked = isBusy
      ? { ...refund.data, nextCheckAt: after(now, MINUTE_MS) }
      : {
          ...refund.data,
          askedAt: now.toISOString(),
          nextCheckAt: after(now, MINUTE_MS),
          tries: refund.data.tries + 1,
          updatedAt: now.toISOString(),
        };
    t.set(PartRefunds, id, asked);
    return isBusy ? null : { refund: asked, row: all.row, doneMinor: doneOf(all.refunds), isLast: false };
  });
}

function claimCheck(ctx: Context, id: string): Promise<Claimed | null> {
  const now = ctx.now();
  return inLane(ctx, id, async (t, refund) => {
    const all = refund && (await readAll(t, refund));
    const { data } = refund ?? {};
    if (!all || data?.state !== 'pending' || data.askedAt === null || (data.nextCheckAt ?? '') > now.toISOString())
      return null;
    const next = nextCheck(watched(data), now);
    t.update(PartRefunds, id, { nextCheckAt: next ?? after(now, MINUTE_MS) });
    return { refund: data, row: all.row, doneMinor: doneOf(all.refunds), isLast: next === null };
  });
}

/** Returns a refund as the attempt whose checks it shares: at growing intervals for four days. */
const watched = ({ createdAt, updatedAt }: PartRefund): Parameters<typeof nextCheck>[0] => ({
  status: 'paid',
  refundState: 'pending',
  requestedAt: createdAt,
  claimedAt: null,
  expiresAt: null,
  refunding: { reason: '', wantedAt: createdAt, askedAt: null, promisedAt: null },
  updatedAt,
});

/** Returns what the gateway has refunded of the other parts, or null when one may have been refunded unseen. */
const doneOf = (refunds: readonly Row<PartRefund>[]): number | null =>
  refunds.some(({ data }) => mayBeBackUnseen(data))
    ? null
    : refunds.reduce((sum, { data }) => (isDoneByCard(data) ? sum + data.amountMinor : sum), 0);

const isDoneByCard = ({ state, way }: PartRefund): boolean => state === 'done' && way === 'card';

/** Returns whether the gateway was asked for a refund, did not certainly refuse it and is not known to have made it. */
const mayBeBackUnseen = (refund: PartRefund): boolean =>
  refund.tries > 0 && refund.state !== 'pending' && !isDoneByCard(refund) && refund.failedBecause !== 'refused';

async function readAll(t: Tx, { data }: Row<PartRefund>) {
  const { data: row } = await t.need(PaymentTransactions, data.orderReference);
  return readPartSale(t, data.orderId, { number: stemOf(data.orderReference), vendorIds: row.vendorIds });
}

async function inLane<R>(
  ctx: Context,
  id: string,
  work: (t: Tx, refund: Row<PartRefund> | undefined) => Promise<R>,
): Promise<R | null> {
  const known = await ctx.data.get(PartRefunds, id);
  if (!known) return null;
  const { data: row } = await ctx.data.need(PaymentTransactions, known.data.orderReference);
  return ctx.data.tx(async (t) => work(t, await t.get(PartRefunds, id)), { lane: lanesOf(row) });
}

/** Writes what the gateway's word means for a pending refund and for its order, in one transaction. */
async function settle(ctx: Context, id: string, verdict: Verdict): Promise<void> {
  if (verdict === 'waits') return;
  const by = byOf(ctx);
  const userId = await inLane(ctx, id, async (t, refund) => {
    if (refund?.data.state !== 'pending') return null;
    if (verdict === 'lost') {
      t.update(PartRefunds, id, { askedAt: null, nextCheckAt: by.at, updatedAt: by.at });
      return null;
    }
    const money = await readAll(t, refund);
    if (!money) return null;
    const handler = handlerOf(ctx, money.row.purpose);
    const state = await handler.read(t, money.row, new Date(by.at));
    const moved = verdict === 'done' ? finishPartRefund(t, money, refund, { way: 'card', at: by.at }) : null;
    const failedBecause = verdict === 'refused' ? 'refused' : 'unclear';
    const failed: PartRefund = { ...refund.data, state: 'failed', failedBecause, nextCheckAt: null, updatedAt: by.at };
    if (moved === null) t.set(PartRefunds, id, failed);
    handler.partRefunded?.(t, moved?.refund ?? failed, state, { ...by, payState: moved?.payState ?? null });
    return money.row.userId;
  });
  if (userId === null) return;
  await Promise.all([publishOverviewChange(ctx, 'orders', 'refunds'), publishToOwners(ctx, [userId])]);
  ctx.log(verdict === 'done' ? 'info' : 'warn', 'part-refund.settled', { id, verdict });
}
