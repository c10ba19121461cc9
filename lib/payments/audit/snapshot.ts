import type { Context } from '#lib/context/context.ts';
import { noBalance } from '#lib/payments/books/journal.ts';
import { turnoverWithin } from '#lib/payments/books/turnover.ts';
import { BalanceSnapshots } from '#lib/payments/collections.ts';
import { latestSnapshot } from '#lib/payments/queries.ts';
import { type Finding, findingsOf } from './findings.ts';

/**
 * SI4: a month-end balance equals the one before plus the postings between. This check also finds an entry that was
 * committed after its month was closed.
 */
export async function auditSnapshotOf({ data: store }: Context, id: string): Promise<readonly Finding[]> {
  const row = await store.get(BalanceSnapshots, id);
  if (!row) return [];
  const { account, currency, until, balanceMinor } = row.data;
  const [last] = (await store.find(latestSnapshot(account, currency, until))).rows;
  const from = last?.data ?? noBalance;
  const booked =
    from.balanceMinor + ((await turnoverWithin(store, { account, currency, from: from.until, until })) ?? 0);
  return findingsOf('SI4', id, [
    balanceMinor !== booked &&
      `${account} has ${balanceMinor} ${currency} before ${until}, but the journal has ${booked}`,
  ]);
}
