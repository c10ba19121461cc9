import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { before } from '#lib/core/time.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { askGateway, claimCheck, FRESH_MS, INLINE_MS } from './ask-gateway.ts';

/**
 * Asks the gateway about an open attempt while a user waits. One caller in five seconds asks, and only for a moment.
 * Returns whether there is news. A gateway that does not reply counts as no news.
 */
export async function askInline(ctx: Context, attempt: LedgerRow): Promise<boolean> {
  const cutoff = before(ctx.now(), FRESH_MS);
  if (ctx.cardGateway === null || !isStale(attempt, cutoff)) return false;
  const claimed = await claimCheck(ctx, attempt, (row) => isStale(row, cutoff));
  if (!claimed) return false;
  try {
    return (await askGateway(ctx, claimed, { withinMs: INLINE_MS })).applied !== null;
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'ServiceUnavailable')) throw error;
    return false;
  }
}

const isStale = (attempt: LedgerRow, cutoff: string): boolean =>
  attempt.processor === 'cardgw' && isLive(attempt) && attempt.updatedAt < cutoff && (attempt.lookedAt ?? '') < cutoff;
