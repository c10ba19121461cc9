import type { UserContext } from '#lib/context/context.ts';
import { before, DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { stemOf } from '#lib/payments/attempts/ledger.ts';
import { isLive, payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { openUntil, type PaymentNote, paymentNoteOf } from '#lib/payments/attempts/payment-note.ts';
import { askInline } from '#lib/payments/cards/ask-inline.ts';
import { attemptsOfUser } from '#lib/payments/queries.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';

/** More than anybody has under way at a time. */
const RECENT = 20;
/** The gateway is asked about no more than these at once, for somebody who waits. */
const ASKED_AT_ONCE = 3;
/** How long an end is told of; from then on it is history. */
const ARRIVED_MS = 5 * MINUTE_MS;
const ENDED_MS = DAY_MS;

/** One's own card payments for wallet and membership that are under way or ended just now, newest first. */
export const walletPaymentsOf = async (ctx: UserContext): Promise<WalletPayment[]> =>
  viewsOf(await recentAttempts(ctx), ctx.now());

/**
 * The same for somebody who waits: what is under way and was not heard of for a while is asked about first, so that
 * nobody waits for the gateway's callback alone.
 */
export async function watchWalletPayments(ctx: UserContext): Promise<WalletPayment[]> {
  const attempts = await recentAttempts(ctx);
  const open = attempts.filter(isLive).slice(0, ASKED_AT_ONCE);
  const news = await Promise.all(open.map((attempt) => askInline(ctx, attempt)));
  return news.includes(true) ? walletPaymentsOf(ctx) : viewsOf(attempts, ctx.now());
}

async function recentAttempts({ data, user }: UserContext): Promise<LedgerRow[]> {
  const { rows } = await data.find(attemptsOfUser(user.id, ['wallet_topup', 'membership_upgrade'], RECENT));
  return rows.map((row) => row.data).filter(({ processor }) => processor === 'cardgw');
}

/** All tries at one thing are one payment; of those for one purpose only the latest is told how it ended. */
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
  // After a declined card the same page takes another.
  const until = state.state === 'failed' && isLive(last) ? openUntil(last, now) : null;
  return { orderReference, purpose, amountMinor, currency, requestedAt, until, failure: null, ...state };
}

type State = Pick<WalletPayment, 'state'> & Partial<Pick<WalletPayment, 'until' | 'failure'>>;

function stateOf(attempts: readonly LedgerRow[], now: Date): State | null {
  const payState = payStateOf(attempts);
  // To this note an account's payment is like one for an order that waits for its money.
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
