import { Users } from '#lib/auth/collections.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { moneyAccount, userCredit } from '#lib/payments/books/accounts.ts';
import { entryIdOf, postEntry } from '#lib/payments/books/journal.ts';
import { moneyIn } from '#lib/payments/books/money-in.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { changeCredit } from '#lib/payments/credit/credit.ts';
import type { PaymentTransition, PurposeHandler } from '#lib/payments/ports.ts';
import type { CreditAccount } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { findAccountPayable } from './account-payments.ts';

/** The reads of a top-up's transition: whether the user still exists, and their credit. */
type WalletAtPayment = { readonly userExists: boolean; readonly account: Row<CreditAccount> | undefined };

/**
 * Handles top-ups of a wallet. Each paid attempt adds its amount once, also when two pages were both paid. The money
 * is the user's either way, and credit is what they asked for.
 */
export const walletTopupHandler: PurposeHandler<WalletAtPayment> = {
  find: (reader, stem) => findAccountPayable(reader, stem, async ({ paidAt }) => (paidAt === null ? 'open' : 'paid')),
  read,
  paid,
  refunded,
  moved: () => undefined, // only the attempt shows its state
};

async function read(t: Tx, { userId }: LedgerRow): Promise<WalletAtPayment> {
  const [user, account] = await Promise.all([t.get(Users, userId), t.get(CreditAccounts, userId)]);
  return { userExists: user !== undefined && user.data.status !== 'deleted', account };
}

function paid(
  t: Writer,
  row: LedgerRow,
  { userExists, account }: WalletAtPayment,
  { at }: PaymentTransition,
): 'done' | 'too_late' {
  if (!userExists) return 'too_late';
  const { orderReference, userId, amountMinor, currency } = row;
  postEntry(t, {
    kind: 'topup',
    subjectId: orderReference,
    at,
    note: orderReference,
    postings: [...moneyIn(row), { account: userCredit(userId), amountMinor: -amountMinor, currency }],
  });
  changeCredit(t, { account, userId, byMinor: amountMinor, at });
  promiseNotice(t, row, 'wallet.topup', at);
  return 'done';
}

/**
 * Takes back as much of the credit as is left. The spent part belongs to neither side until a person decides: the
 * balance stays at 0 and the difference is booked on `suspense` (docs/decisions/0013).
 */
function refunded(
  t: Writer,
  row: LedgerRow,
  { account }: WalletAtPayment,
  { at }: PaymentTransition,
): 'done' | 'spent' {
  const { orderReference, processor, userId, amountMinor, currency } = row;
  const takenMinor = Math.min(amountMinor, account?.data.balanceMinor ?? 0);
  const spentMinor = amountMinor - takenMinor;
  postEntry(t, {
    kind: 'refund',
    subjectId: orderReference,
    at,
    note: entryIdOf('topup', orderReference),
    postings: [
      { account: userCredit(userId), amountMinor: takenMinor, currency },
      { account: 'suspense', amountMinor: spentMinor, currency },
      { account: moneyAccount(processor, userId), amountMinor: -amountMinor, currency },
    ],
  });
  if (takenMinor > 0) changeCredit(t, { account, userId, byMinor: -takenMinor, at });
  promiseNotice(t, row, 'wallet.topup_refund', at);
  return spentMinor > 0 ? 'spent' : 'done';
}

/** Enqueues a notification to the owner, in the commit that moves the money. */
function promiseNotice(
  t: Writer,
  { orderReference, userId, amountMinor, currency }: LedgerRow,
  template: 'wallet.topup' | 'wallet.topup_refund',
  at: string,
): void {
  const params = { totalMinor: amountMinor, currency };
  const data = { orderReference, actionUrl: '/wallet' };
  promiseNotification(
    t,
    { userId, type: 'WALLET', template, params, data, source: template, key: orderReference },
    new Date(at),
  );
}
