import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { ListPage } from '#lib/payments/attempts/ledger-list.ts';
import { newestPostings } from '#lib/payments/queries.ts';
import { journalPosting } from '#lib/payments/schemas/journal.ts';
import type { EntryKind } from '#lib/payments/values.ts';
import type { Account } from './accounts.ts';
import { type Balance, balancesOf } from './figures.ts';
import { entriesOf } from './journal.ts';

/** One posting of an account with the entry it belongs to; a debit is above 0. */
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

/** What stands on an account and what was posted to it, the newest first. Throws NotFound for what cannot be an account. */
export async function listAccountEntries(
  ctx: Context,
  name: string,
  { limit, cursor }: ListPage,
): Promise<AccountPage> {
  if (!journalPosting.shape.account.safeParse(name).success) throw notFound('Account', name);
  const account = name as Account; // spelled as one: nothing was ever posted to another
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
