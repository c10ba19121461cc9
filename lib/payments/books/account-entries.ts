import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { ListPage } from '#lib/payments/attempts/ledger-list.ts';
import { newestPostings } from '#lib/payments/queries.ts';
import { journalPosting } from '#lib/payments/schemas/journal.ts';
import type { EntryKind } from '#lib/payments/values.ts';
import type { Account } from './accounts.ts';
import { type Balance, balancesOf } from './balances.ts';
import { entriesOf } from './journal.ts';

/** One posting of an account with its entry. A debit is above 0. */
export type AccountEntry = {
  readonly id: string;
  readonly entryId: string;
  readonly at: string;
  readonly kind: EntryKind | null;
  readonly subjectId: string | null;
  readonly note: string;
  readonly amountMinor: number;
  readonly currency: string;
};
export type AccountPage = {
  readonly account: Account;
  readonly balances: readonly Balance[];
  readonly entries: readonly AccountEntry[];
  readonly nextCursor: string | null;
};

/** Returns the balances of an account and its postings, newest first. Throws NotFound for an invalid account name. */
export async function listAccountEntries(
  ctx: Context,
  name: string,
  { limit, cursor }: ListPage,
): Promise<AccountPage> {
  if (!journalPosting.shape.account.safeParse(name).success) throw notFound('Account', name);
  const account = name as Account; // the name has the form of an account: no posting has any other
  const [balances, page] = await Promise.all([
    balancesOf(ctx, [account]),
    ctx.data.find(newestPostings(account, limit, cursor)),
  ]);
  const booked = await entriesOf(
    ctx.data,
    page.rows.map(({ data }) => data.entryId),
  );
  const entries = page.rows.map(({ id, data: { entryId, at, amountMinor, currency } }): AccountEntry => {
    const entry = booked.get(entryId);
    const { kind = null, subjectId = null, note = '' } = entry ?? {};
    return { id, entryId, at, kind, subjectId, note, amountMinor, currency };
  });
  return { account, balances, entries, nextCursor: page.next };
}
