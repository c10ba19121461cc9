import type { UserContext } from '#lib/context/context.ts';
import { before, DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { stemOf } from '#lib/payments/attempts/ledger.ts';
import { isLive, payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { openUntil, type PaymentNote, paymentNoteOf } from '#lib/payments/attempts/payment-note.ts';
import { queryInline } from '#lib/payments/cards/query-inline.ts';
import { attemptsOfUser } from '#lib/payments/queries.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';

/** More than any user has open at a time. */
const RECENT = 20;
/** While a user waits, the gateway is asked about at most this many at once. */
const ASKED_AT_ONCE = 3;
/** How long a result is shown. After that it is history. */
const ARRIVED_MS = 5 * MINUTE_MS;
const ENDED_MS = DAY_MS;

/** Returns the caller's card payments for wallet and membership that are open or ended just now, newest first. */
export const walletPaymentsOf = async (ctx: UserContext): Promise<WalletPayment[]> =>
  viewsOf(await recentAttempts(ctx), ctx.now());

/**
 * Returns the same for a waiting user. Open payments without a recent update are checked with the gateway first, so that
 * the user does not depend on its callback alone.
 */
export async function watchWalletPayments(ctx: UserContext): Promise<WalletPayment[]> {
  const attempts = await recentAttempts(ctx);
  const open = attempts.filter(isLive).slice(0, ASKED_AT_ONCE);
  const changes = await Promise.all(open.map((attempt) => queryInline(ctx, attempt)));
  return changes.includes(true) ? walletPaymentsOf(ctx) : viewsOf(attempts, ctx.now());
}

async function recentAttempts({ data, user }: UserContext): Promise<LedgerRow[]> {
  const { rows } = await data.find(attemptsOfUser(user.id, ['wallet_topup', 'membership_upgrade'], RECENT));
  return rows.map((row) => row.data).filter(({ processor }) => processor === 'cardgw');
}

/**
 * Returns one view per payable, however many attempts it has. Of several for one purpose, only the latest shows how
 * it ended.
 */
function viewsOf(attempts: readonly LedgerRow[], now: Date): WalletPayment[] {
  const byStem = Map.groupBy(attempts, ({ orderReference }) => stemOf(orderReference));
  const seen = new Set<string>();
  return [...byStem.values()].flatMap((tries) => {
    const isLatest = tries.every(({ purpose }) => !seen.has(purpose));
    for (const { purpose } of tries) seen.add(purpose);
    const view = viewOf(
      tries.toSorted((a, b) => a.n - b.n),
      { isLatest, now },
    );
    return view ? [view] : [];
  });
}

type Place = { readonly isLatest: boolean; readonly now: Date };

function viewOf(attempts: readonly LedgerRow[], { isLatest, now }: Place): WalletPayment | null {
  const last = attempts.at(-1);
  const state = last && stateOf(attempts, now);
  if (!last || !state) return null;
  const isHistory = !isLatest || last.updatedAt < before(now, ENDED_MS);
  if (isHistory && ['no_page', 'failed', 'expired', 'returned'].includes(state.state)) return null;
  const { orderReference, purpose, amountMinor, currency, requestedAt } = last;
  if (purpose === 'store_order') return null;
  // After a declined card the same page accepts another.
  const until = state.state === 'failed' && isLive(last) ? openUntil(last, now) : null;
  return { orderReference, purpose, amountMinor, currency, requestedAt, until, failure: null, ...state };
}

type State = Pick<WalletPayment, 'state'> & Partial<Pick<WalletPayment, 'until' | 'failure'>>;

function stateOf(attempts: readonly LedgerRow[], now: Date): State | null {
  const payState = payStateOf(attempts);
  // For this note an account's payment is like an order that waits for its money.
  const note = paymentNoteOf({ status: 'new', payState }, attempts, now);
  if (note) return stateOfNote(note);
  const hasArrived = attempts.some(({ paidAt }) => paidAt !== null && paidAt >= before(now, ARRIVED_MS));
  return payState === 'paid' && hasArrived ? { state: 'paid' } : null;
}

function stateOfNote(note: PaymentNote): State | null {
  switch (note.kind) {
    case 'asking':
      return { state: 'asking', until: note.until };
    case 'failed':
      return { state: 'failed', failure: note.code };
    case 'no_page':
    case 'expired':
    case 'checking':
    case 'returning':
    case 'returned':
      return { state: note.kind };
    case 'kept': // only an order can be canceled
      return null;
  }
}
