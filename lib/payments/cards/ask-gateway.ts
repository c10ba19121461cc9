import type { Context } from '#lib/context/context.ts';
import { unavailable } from '#lib/core/errors.ts';
import { amountText } from '#lib/core/money.ts';
import { before, SECOND_MS } from '#lib/core/time.ts';
import type { Writer } from '#lib/data/store.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { evidenceKindOf } from '#lib/payments/attempts/attempt-states.ts';
import { rowLane } from '#lib/payments/attempts/ledger.ts';
import type { Applied } from '#lib/payments/attempts/moves.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { CardGateway } from '#lib/payments/ports.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { isLifeOver, lookAfter } from './watch.ts';

/** How long somebody who is waiting for an answer of ours waits for one of the gateway. */
export const INLINE_MS = 1_500;

/** The card gateway of this process, or GatewayNotConfigured. */
export function cardGatewayOf({ cardGateway }: Pick<Context, 'cardGateway'>): CardGateway {
  if (!cardGateway) throw unavailable('Paying by card is not set up here', { code: 'GatewayNotConfigured' });
  return cardGateway;
}

/** What the gateway said of an attempt within this time is fresh enough for everybody. */
export const FRESH_MS = 5 * SECOND_MS;

/** Whether somebody has gone to ask about an attempt just now. */
export const isJustAsked = ({ lookedAt }: LedgerRow, now: Date): boolean =>
  lookedAt !== null && lookedAt >= before(now, FRESH_MS);

/** Takes a look at an attempt for this caller: the next one is later, so that of two runners one asks. */
export function writeLook(t: Writer, row: LedgerRow, now: Date): LedgerRow {
  const looked = {
    ...row,
    nextCheckAt: lookAfter(row, now),
    lookedAt: now.toISOString(),
    checks: row.checks + 1,
    version: row.version + 1,
  };
  t.set(PaymentTransactions, row.orderReference, looked);
  return looked;
}

/** The claim before the gateway is asked: of all callers within five seconds one has the row, the others null. */
export function claimLook(
  ctx: Context,
  { orderReference }: Pick<LedgerRow, 'orderReference'>,
  isWanted: (row: LedgerRow) => boolean,
): Promise<LedgerRow | null> {
  const now = ctx.now();
  return ctx.data.tx(
    async (t) => {
      const { data: row } = await t.need(PaymentTransactions, orderReference);
      return isJustAsked(row, now) || !isWanted(row) ? null : writeLook(t, row, now);
    },
    { lane: rowLane(orderReference) },
  );
}

type Ask = {
  /** Where somebody waits for the answer; as long as the gateway's own limits unless told. */
  readonly withinMs?: number;
  /** The callback this answer confirms or contradicts; settled with it. */
  readonly inboxId?: string;
  /** Nobody will ask again, so what is still open or only claimed ends here; an approval after that is a late one. */
  readonly isLast?: boolean;
};

/** What the gateway said, null when it has never seen the reference, and what came of it; null for nothing at all. */
export type Asked = { readonly said: Evidence | null; readonly applied: Applied | null };

/**
 * Asks the gateway what it holds of an attempt and applies its word; the caller has claimed the look. A refusal ends the
 * attempt once its page has run out. Throws GatewayUnavailable where no answer came in time.
 */
export async function askGateway(ctx: Context, row: LedgerRow, ask: Ask = {}): Promise<Asked> {
  const { withinMs, inboxId = null, isLast = false } = ask;
  const asking = cardGatewayOf(ctx).check(row, withinMs === undefined ? undefined : AbortSignal.timeout(withinMs));
  const said = withinMs === undefined ? await asking : await within(withinMs, asking);
  const word = said ?? neverSeen(row, ctx.now());
  if (word === null) return { said, applied: null };
  const applied = await applyPaymentResult(ctx, row.orderReference, { ...word, inboxId });
  const isDecided = isLifeOver(row, ctx.now()) && evidenceKindOf(word.status) === 'declined';
  const isOpen = isLive(applied.row) || (isLast && applied.row.claimedAt !== null);
  if (!isOpen || !(isLast || isDecided)) return { said, applied };
  return { said, applied: await applyPaymentResult(ctx, row.orderReference, endOf(row)) };
}

/** What it means that the gateway has never seen an attempt: nothing while its page may be opened, then its end. */
export function neverSeen(row: LedgerRow, now: Date): Evidence | null {
  const { expiresAt, claimedAt } = row;
  const mayBeOpened = isLive(row) && claimedAt === null && expiresAt !== null && now.toISOString() < expiresAt;
  return mayBeOpened ? null : endOf(row);
}

/** Our own conclusion that an attempt has ended without money. */
const endOf = (row: LedgerRow): Evidence => ownWord(row, { status: 'Expired', reasonCode: '1127' });

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
