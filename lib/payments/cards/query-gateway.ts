import type { Context } from '#lib/context/context.ts';
import { unavailable } from '#lib/core/errors.ts';
import { amountText } from '#lib/core/money.ts';
import { before, SECOND_MS } from '#lib/core/time.ts';
import type { Writer } from '#lib/data/store.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { evidenceKindOf } from '#lib/payments/attempts/attempt-states.ts';
import { rowLane } from '#lib/payments/attempts/ledger.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import type { Applied } from '#lib/payments/attempts/transitions.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { CardGateway } from '#lib/payments/ports.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { checkAfter, isPageExpired } from './check-times.ts';

/** How long a waiting user of ours waits for a reply of the gateway. */
export const INLINE_MS = 1_500;

/** Returns the card gateway of this process. Throws GatewayNotConfigured when there is none. */
export function cardGatewayOf({ cardGateway }: Pick<Context, 'cardGateway'>): CardGateway {
  if (!cardGateway) throw unavailable('Card payments are not set up in this shop', { code: 'GatewayNotConfigured' });
  return cardGateway;
}

/** For this long the gateway's last reply about an attempt is fresh enough for every caller. */
export const FRESH_MS = 5 * SECOND_MS;

/** Returns whether another caller has just asked the gateway about an attempt. */
export const wasJustQueried = ({ lookedAt }: LedgerRow, now: Date): boolean =>
  lookedAt !== null && lookedAt >= before(now, FRESH_MS);

/** Writes the claim of a check. It moves the next check later, so that only one of two runners asks. */
export function writeCheck(t: Writer, row: LedgerRow, now: Date): LedgerRow {
  const checked = {
    ...row,
    nextCheckAt: checkAfter(row, now),
    lookedAt: now.toISOString(),
    checks: row.checks + 1,
    version: row.version + 1,
  };
  t.set(PaymentTransactions, row.orderReference, checked);
  return checked;
}

/** Claims an attempt before the gateway is asked. Within five seconds one caller gets the row, the others get null. */
export function claimCheck(
  ctx: Context,
  { orderReference }: Pick<LedgerRow, 'orderReference'>,
  isWanted: (row: LedgerRow) => boolean,
): Promise<LedgerRow | null> {
  const now = ctx.now();
  return ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, orderReference);
      return wasJustQueried(row, now) || !isWanted(row) ? null : writeCheck(t, row, now);
    },
    { lane: rowLane(orderReference) },
  );
}

type Ask = {
  /** Set when a user waits for the reply. Without it the gateway's own timeouts apply. */
  readonly withinMs?: number;
  /** The callback that this reply confirms or contradicts. It is settled with the reply. */
  readonly inboxId?: string;
  /** No further check follows, so an attempt that is open or only claimed ends here. A later approval counts as late. */
  readonly isLast?: boolean;
};

/**
 * The gateway's reply and its effect. `reply` is null when the gateway has never seen the reference. `applied` is null
 * when nothing follows.
 */
export type GatewayReply = { readonly reply: Evidence | null; readonly applied: Applied | null };

/**
 * Asks the gateway about an attempt and applies its reply. The caller has claimed the check. A refusal ends the
 * attempt once its page has expired. Throws GatewayUnavailable when no reply came in time.
 */
export async function queryGateway(ctx: Context, row: LedgerRow, ask: Ask = {}): Promise<GatewayReply> {
  const { withinMs, inboxId = null, isLast = false } = ask;
  const asking = cardGatewayOf(ctx).check(row, withinMs === undefined ? undefined : AbortSignal.timeout(withinMs));
  const reply = withinMs === undefined ? await asking : await within(withinMs, asking);
  const statement = reply ?? evidenceOfUnseen(row, ctx.now());
  if (statement === null) return { reply, applied: null };
  const applied = await applyPaymentResult(ctx, row.orderReference, { ...statement, inboxId });
  const isDecided = isPageExpired(row, ctx.now()) && evidenceKindOf(statement.status) === 'declined';
  const isOpen = isLive(applied.row) || (isLast && applied.row.claimedAt !== null);
  if (!isOpen || !(isLast || isDecided)) return { reply, applied };
  return { reply, applied: await applyPaymentResult(ctx, row.orderReference, endOf(row)) };
}

/**
 * Returns what follows when the gateway has never seen an attempt: null while its page may still be opened, then its
 * end.
 */
export function evidenceOfUnseen(row: LedgerRow, now: Date): Evidence | null {
  const { expiresAt, claimedAt } = row;
  const mayBeOpened = isLive(row) && claimedAt === null && expiresAt !== null && now.toISOString() < expiresAt;
  return mayBeOpened ? null : endOf(row);
}

/** Returns our own conclusion that an attempt has ended without money. */
const endOf = (row: LedgerRow): Evidence => ownEvidence(row, { status: 'Expired', reasonCode: '1127' });

/** Returns evidence for a gateway reply that names no amount, with the attempt's own amount. */
export const ownEvidence = (row: LedgerRow, statement: Pick<Evidence, 'status' | 'reasonCode'>): Evidence => ({
  source: 'check',
  ...statement,
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

/** The gateway's action is unknown, so the caller may ask the same again. */
export const gatewayUnavailable = (cause?: unknown) =>
  unavailable('The card gateway does not respond right now. Try again in a moment', {
    code: 'GatewayUnavailable',
    retryAfter: 5,
    cause,
  });
