import { type Account, moneyAccount, userCredit } from '#lib/payments/books/accounts.ts';
import type { JournalPosting } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { EntryKind, Purpose } from '#lib/payments/values.ts';
import { type Finding, findingsOf } from './findings.ts';

/** The entry kind that books a payment for a user's own account. Null for an order, which is booked by its sale. */
export const entryKindOf: Readonly<Record<Purpose, EntryKind | null>> = {
  store_order: null,
  wallet_topup: 'topup',
  membership_upgrade: 'membership',
};

/** An attempt to pay for a user's own account, with the postings booked for it. Null where there is no such entry. */
export type AccountPayment = {
  readonly row: LedgerRow;
  readonly booked: readonly JournalPosting[] | null;
  readonly returned: readonly JournalPosting[] | null;
};

/** Recomputes the money rules for a top-up or a membership: SI4, SI6 and the credit of SI14. */
export function auditAccountPayment({ row, booked, returned }: AccountPayment): Finding[] {
  const { orderReference, status, excess, paidAt, userId, processor, amountMinor } = row;
  const counts = paidAt !== null && !excess;
  const given: Account = row.purpose === 'wallet_topup' ? userCredit(userId) : 'platform:membership';
  const expected = [
    { account: given, amountMinor: -amountMinor },
    { account: moneyAccount(processor, userId), amountMinor },
  ];
  const left = returned ? [...(booked ?? []), ...returned] : [];
  return [
    ...findingsOf('SI4', orderReference, [
      counts !== (booked !== null) && `is ${status} at ${paidAt}, but its journal entry differs`,
    ]),
    ...findingsOf('SI14', orderReference, [
      booked !== null && textOf(booked) !== textOf(expected) && `books ${textOf(booked)} for ${textOf(expected)}`,
    ]),
    ...findingsOf('SI6', orderReference, [
      (counts && status === 'refunded') !== (returned !== null) && `is ${status}, but its refund entry differs`,
      textOf(onAccount(left, given)) !== '' && `is refunded and leaves ${textOf(onAccount(left, given))}`,
    ]),
  ];
}

/** When a top-up goes back after its credit was spent, the spent part is booked on `suspense`. */
const onAccount = (sides: readonly Side[], given: Account): Side[] =>
  sides.map((side) => (side.account === 'suspense' ? { ...side, account: given } : side));

type Side = { readonly account: string; readonly amountMinor: number };

/** Returns the balance of each account after all postings. Accounts at zero are left out. */
function textOf(sides: readonly Side[]): string {
  const sums = new Map<string, number>();
  for (const { account, amountMinor } of sides) sums.set(account, (sums.get(account) ?? 0) + amountMinor);
  const uneven = [...sums].filter(([, sum]) => sum !== 0);
  return uneven
    .map(([account, sum]) => `${account} ${sum}`)
    .sort()
    .join(', ');
}
