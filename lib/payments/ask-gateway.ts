import type { Context } from '#lib/core/context.ts';
import { unavailable } from '#lib/core/errors.ts';
import { amountText } from '#lib/core/money.ts';
import { applyPaymentResult } from './apply-result.ts';
import type { Applied } from './moves.ts';
import { isLive } from './pay-state.ts';
import type { CardGateway } from './ports.ts';
import type { Evidence, LedgerRow } from './schemas/ledger.ts';

/** How long somebody who is waiting for an answer of ours waits for one of the gateway. */
export const INLINE_MS = 1_500;

/** The card gateway of this process, or GatewayNotConfigured. */
export function cardGatewayOf({ cardGateway }: Pick<Context, 'cardGateway'>): CardGateway {
  if (!cardGateway) throw unavailable('Paying by card is not set up here', { code: 'GatewayNotConfigured' });
  return cardGateway;
}

type Ask = {
  readonly withinMs: number;
  /** The callback this answer confirms or contradicts; settled with it. */
  readonly inboxId?: string;
};

/**
 * Asks the gateway what it holds of an attempt and applies its word; null where there is nothing to apply, because the
 * buyer may still open the page. Throws GatewayUnavailable where no answer came in time.
 */
export async function askGateway(ctx: Context, row: LedgerRow, { withinMs, inboxId }: Ask): Promise<Applied | null> {
  const answer = await within(withinMs, cardGatewayOf(ctx).check(row));
  const said = answer ?? neverSeen(row, ctx.now());
  return said && applyPaymentResult(ctx, row.orderReference, { ...said, inboxId: inboxId ?? null });
}

/** What it means that the gateway has never seen an attempt: nothing while its page may be opened, then its end. */
export function neverSeen(row: LedgerRow, now: Date): Evidence | null {
  const { expiresAt, claimedAt } = row;
  const mayBeOpened = isLive(row) && claimedAt === null && expiresAt !== null && now.toISOString() < expiresAt;
  return mayBeOpened ? null : ownWord(row, { status: 'Expired', reasonCode: '1127' });
}

/** What the gateway said of an attempt without naming its figures, as evidence with the attempt's own. */
export const ownWord = (row: LedgerRow, word: Pick<Evidence, 'status' | 'reasonCode'>): Evidence => ({
  source: 'check',
  ...word,
  amountText: amountText(row.amountMinor, row.currency),
  currency: row.currency,
  merchantAccount: row.signed?.merchantAccount ?? null,
  inboxId: null,
  payload: {},
});

async function within<R>(ms: number, work: Promise<R>): Promise<R> {
  let alarm: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    alarm = setTimeout(() => reject(gatewayUnavailable()), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(alarm);
  }
}

/** Nobody knows what the gateway has done: what was asked of it may be asked again. */
export const gatewayUnavailable = (cause?: unknown) =>
  unavailable('The card gateway does not answer just now', { code: 'GatewayUnavailable', retryAfter: 5, cause });
