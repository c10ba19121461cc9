import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { noBalance } from '#lib/payments/books/journal.ts';
import { everySnapshot, latestSnapshot, postingsSince } from '#lib/payments/queries.ts';
import type { BalanceSnapshot } from '#lib/payments/schemas/journal.ts';
import { type Finding, findingsOf } from './findings.ts';

const AT_ONCE = 100;

type Page = { readonly checked: number; readonly findings: readonly Finding[]; readonly next: Cursor | null };

/**
 * SI4, month by month: a balance at the end of a month is the one before it and the postings between. This is also where
 * an entry shows that was committed so late that its month was closed.
 */
export async function auditSnapshotPage(ctx: Context, after: Cursor | undefined): Promise<Page> {
  const { rows, next } = await ctx.data.find(everySnapshot(AT_ONCE, after));
  const findings = await Promise.all(rows.map((row) => auditSnapshot(ctx, row)));
  return { checked: rows.length, findings: findings.flat(), next };
}

async function auditSnapshot({ data: store }: Context, { id, data }: Row<BalanceSnapshot>): Promise<Finding[]> {
  const { account, currency, until, balanceMinor } = data;
  const [last] = (await store.find(latestSnapshot(account, currency, until))).rows;
  const from = last?.data ?? noBalance;
  const turnover = await store.sum(postingsSince(account, currency, from.until).where('at', '<', until), 'amountMinor');
  const booked = from.balanceMinor + turnover;
  return findingsOf('SI4', id, [
    balanceMinor !== booked && `${account} has ${balanceMinor} ${currency} before ${until}, the journal ${booked}`,
  ]);
}
