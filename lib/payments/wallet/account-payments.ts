import type { UserContext } from '#lib/context/context.ts';
import { keyedNumber } from '#lib/core/ids.ts';
import type { Reader, Tx } from '#lib/data/store.ts';
import { attemptsOf, stemOf } from '#lib/payments/attempts/ledger.ts';
import { assertOpen, type Due } from '#lib/payments/attempts/pay-at-once.ts';
import { payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { creditLane } from '#lib/payments/credit/credit.ts';
import type { Payable } from '#lib/payments/ports.ts';
import { newestAttempts } from '#lib/payments/queries.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { Purpose } from '#lib/payments/values.ts';

/** A payment for the user's own account. The payable has no row of its own: its attempts are its only record. */
export type AccountPurpose = Exclude<Purpose, 'store_order'>;

const letters: Readonly<Record<AccountPurpose, string>> = { wallet_topup: 'W', membership_upgrade: 'M' };
const STEM_LENGTH = 9;
type Wanted = Pick<Payable, 'amountMinor' | 'currency' | 'standing'>;

/**
 * Returns a due for the user's account. A repeated request continues under the same stem until it is paid. Any other
 * request gets a new stem, which belongs to the user who creates its first attempt.
 */
export async function accountDue(
  ctx: UserContext,
  purpose: AccountPurpose,
  want: (t: Tx) => Promise<Wanted>,
): Promise<Due> {
  const { rows } = await ctx.data.find(newestAttempts(ctx.user.id, purpose, 1));
  const known = rows[0] ? stemOf(rows[0].data.orderReference) : null;
  return {
    purpose,
    lane: creditLane(ctx.user.id),
    find: async (t) => {
      const wanted = await want(t);
      const { latest, next } = await stemsAfter(t, ctx, purpose, known);
      const open = latest === null ? [] : openOf(await attemptsOf(t, { stem: latest }), ctx.user.id, wanted);
      const stem = open[0] ? stemOf(open[0].orderReference) : next;
      const payable = payableOf({ userId: ctx.user.id, locale: ctx.locale, ...wanted }, stem, open);
      assertOpen(payable);
      return { payable, attempts: open };
    },
  };
}

/**
 * Returns the user's latest stem and the next one. Each stem is derived from the one before. So stems begun after the
 * query are read here by id, and of two concurrent ones only one is written.
 */
async function stemsAfter(t: Tx, ctx: UserContext, purpose: AccountPurpose, known: string | null) {
  for (let latest = known; ; ) {
    const next = nextStem(ctx, purpose, latest);
    if (!(await t.get(PaymentTransactions, `${next}-1`))) return { latest, next };
    latest = next;
  }
}

function nextStem({ keys, user }: UserContext, purpose: AccountPurpose, latest: string | null): string {
  const [first] = keys.session;
  if (!first) throw new Error('SESSION_KEYS contains no key');
  return keyedNumber(letters[purpose], STEM_LENGTH, first.key, 'account-stem', user.id, purpose, latest ?? '');
}

/** Returns the attempts of the latest request. Returns none when that was paid or was a different request. */
function openOf(
  attempts: readonly LedgerRow[],
  userId: string,
  { amountMinor, currency }: Wanted,
): readonly LedgerRow[] {
  const isThis = (row: LedgerRow) =>
    row.userId === userId && row.amountMinor === amountMinor && row.currency === currency && row.paidAt === null;
  return attempts.every(isThis) ? attempts : [];
}

/** Returns what the attempts of a stem pay for, or null when there is no attempt. */
export async function findAccountPayable(
  reader: Reader,
  stem: string,
  standingOf: (first: LedgerRow) => Promise<Payable['standing']>,
): Promise<Payable | null> {
  const first = await reader.get(PaymentTransactions, `${stem}-1`);
  return first ? payableOf({ ...first.data, standing: await standingOf(first.data) }, stem, [first.data]) : null;
}

const payableOf = (
  { userId, locale, amountMinor, currency, standing }: Wanted & Pick<Payable, 'userId' | 'locale'>,
  stem: string,
  attempts: readonly LedgerRow[],
): Payable => ({
  id: stem,
  stem,
  userId,
  vendorIds: [],
  amountMinor,
  currency,
  fx: null,
  locale,
  standing,
  payState: payStateOf(attempts),
  orderStatus: null,
  orderRev: null,
});
