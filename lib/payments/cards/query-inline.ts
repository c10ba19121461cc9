import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { before } from '#lib/core/time.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { claimCheck, FRESH_MS, INLINE_MS, queryGateway } from './query-gateway.ts';

/**
 * Asks the gateway about an open attempt while a user waits. One caller in five seconds asks, and only for a moment.
 * Returns whether the payment has changed. A gateway that does not reply counts as no change.
 */
export async function queryInline(ctx: Context, attempt: LedgerRow): Promise<boolean> {
  const cutoff = before(ctx.now(), FRESH_MS);
  if (ctx.cardGateway === null || !isStale(attempt, cutoff)) return false;
  const claimed = await claimCheck(ctx, attempt, (row) => isStale(row, cutoff));
  if (!claimed) return false;
  try {
    return (await queryGateway(ctx, claimed, { withinMs: INLINE_MS })).applied !== null;
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'ServiceUnavailable')) throw error;
    return false;
  }
}

const isStale = (attempt: LedgerRow, cutoff: string): boolean =>
  attempt.processor === 'cardgw' && isLive(attempt) && attempt.updatedAt < cutoff && (attempt.lookedAt ?? '') < cutoff;
