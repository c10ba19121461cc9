import type { Context } from '#lib/core/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { before, SECOND_MS } from '#lib/core/time.ts';
import { askGateway, INLINE_MS } from './ask-gateway.ts';
import { PaymentTransactions } from './collections.ts';
import { orderLane } from './ledger.ts';
import { isLive } from './pay-state.ts';
import type { LedgerRow } from './schemas/ledger.ts';

/** What was heard of an attempt within this time is fresh enough for everybody who waits. */
const FRESH_MS = 5 * SECOND_MS;

/**
 * Asks the gateway about an attempt under way, for somebody who waits for it: of all callers one in five seconds, and for
 * a moment only. Answers whether there is something new; a gateway that does not answer is nothing new.
 */
export async function askInline(ctx: Context, attempt: LedgerRow): Promise<boolean> {
  const cutoff = before(ctx.now(), FRESH_MS);
  if (ctx.cardGateway === null || !isStale(attempt, cutoff)) return false;
  const claimed = await claimAsking(ctx, attempt, cutoff);
  if (!claimed) return false;
  try {
    return (await askGateway(ctx, claimed, { withinMs: INLINE_MS })).applied !== null;
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'ServiceUnavailable')) throw error;
    return false;
  }
}

const isStale = (attempt: LedgerRow, cutoff: string): boolean =>
  attempt.processor === 'cardgw' && isLive(attempt) && attempt.updatedAt < cutoff;

/** The touch is the claim: of several who wait one asks, the others see an attempt that was looked after just now. */
function claimAsking(ctx: Context, { orderReference, orderId }: LedgerRow, cutoff: string): Promise<LedgerRow | null> {
  const updatedAt = ctx.now().toISOString();
  return ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, orderReference);
      if (!isStale(row, cutoff)) return null;
      const touched = { version: row.version + 1, updatedAt };
      t.update(PaymentTransactions, orderReference, touched);
      return { ...row, ...touched };
    },
    { lane: orderId === null ? `${PaymentTransactions.name}/${orderReference}` : orderLane(orderId) },
  );
}
