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

/** What is paid for is a person's own account: it has no row of its own, its attempts are all there is of it. */
export type AccountPurpose = Exclude<Purpose, 'store_order'>;

const letters: Readonly<Record<AccountPurpose, string>> = { wallet_topup: 'W', membership_upgrade: 'M' };
const STEM_LENGTH = 9;
type Wanted = Pick<Payable, 'amountMinor' | 'currency' | 'standing'>;

/**
 * Something a person wants to pay for their account. Asked for again it goes on under the same stem until it is paid;
 * anything else begins a stem of its own, which belongs to whoever creates its first attempt.
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
 * The person's latest stem and the one to come. Each stem is named after the one before it, so those that were begun after
 * the query are read here by id, and of two that begin at once only one is written.
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
  if (!first) throw new Error('SESSION_KEYS holds no key');
  return keyedNumber(letters[purpose], STEM_LENGTH, first.key, 'account-stem', user.id, purpose, latest ?? '');
}

/** The attempts at what was wanted last; none where that was paid, or was not this. */
function openOf(
  attempts: readonly LedgerRow[],
  userId: string,
  { amountMinor, currency }: Wanted,
): readonly LedgerRow[] {
  const isThis = (row: LedgerRow) =>
    row.userId === userId && row.amountMinor === amountMinor && row.currency === currency && row.paidAt === null;
  return attempts.every(isThis) ? attempts : [];
}

/** What the attempts of a stem pay for; null when nobody has begun it. */
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
