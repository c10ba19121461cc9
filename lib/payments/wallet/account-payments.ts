import type { UserContext } from '#lib/context/context.ts';
import { newNumber } from '#lib/core/ids.ts';
import type { Reader, Tx } from '#lib/data/store.ts';
import { stemOf } from '#lib/payments/attempts/ledger.ts';
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
/** More than enough to hold every attempt of one stem that is still open. */
const RECENT = 50;

type Wanted = Pick<Payable, 'amountMinor' | 'currency' | 'standing'>;

/**
 * Something a person wants to pay for their account. Asked for again it goes on under the same stem until it is paid;
 * anything else begins a stem of its own, which belongs to whoever creates its first attempt.
 */
export function accountDue(ctx: UserContext, purpose: AccountPurpose, want: (t: Tx) => Promise<Wanted>): Due {
  const newStem = newNumber(letters[purpose], STEM_LENGTH);
  return {
    purpose,
    lane: creditLane(ctx.user.id),
    find: async (t) => {
      const wanted = await want(t);
      const open = await openAttempts(t, ctx.user.id, purpose, wanted);
      const stem = open[0] ? stemOf(open[0].orderReference) : newStem;
      const payable = payableOf({ userId: ctx.user.id, locale: ctx.locale, ...wanted }, stem, open);
      assertOpen(payable);
      return { payable, attempts: open };
    },
  };
}

/** The attempts at what was wanted last, the first one first; none where that was paid, or was not this. */
async function openAttempts(
  t: Tx,
  userId: string,
  purpose: AccountPurpose,
  { amountMinor, currency }: Wanted,
): Promise<LedgerRow[]> {
  const { rows } = await t.find(newestAttempts(userId, purpose, RECENT));
  const latest = rows[0]?.data;
  if (latest?.amountMinor !== amountMinor || latest.currency !== currency) return [];
  const attempts = rows
    .map(({ data }) => data)
    .filter((row) => stemOf(row.orderReference) === stemOf(latest.orderReference));
  return attempts.some(({ paidAt }) => paidAt !== null) ? [] : attempts.sort((a, b) => a.n - b.n);
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
