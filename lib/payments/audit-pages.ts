import type { Context } from '#lib/core/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { auditAttempt, auditEntry } from './audit.ts';
import { JournalEntries, PaymentTransactions } from './collections.ts';
import type { Finding } from './findings.ts';
import { entryIdOf, MAX_POSTINGS } from './journal.ts';
import { everyAttempt, everyEntry, postingsOfEntry } from './queries.ts';

const AT_ONCE = 100;

type Page = { readonly checked: number; readonly findings: readonly Finding[]; readonly next: Cursor | null };

/** SI4, entry by entry: every booking balances. Entries are never changed, so each is looked at as it lies. */
export async function auditEntryPage(ctx: Context, after: Cursor | undefined): Promise<Page> {
  const { rows, next } = await ctx.data.find(everyEntry(AT_ONCE, after));
  const findings = await Promise.all(
    rows.map(async ({ id, data }) => {
      const postings = await ctx.data.find(postingsOfEntry(id, MAX_POSTINGS));
      return auditEntry(
        id,
        data,
        postings.rows.map((posting) => posting.data),
      );
    }),
  );
  return { checked: rows.length, findings: findings.flat(), next };
}

/** SI9, attempt by attempt: its money is booked as it says. Each is read with its entries in one transaction. */
export async function auditAttemptPage(ctx: Context, after: Cursor | undefined): Promise<Page> {
  const { rows, next } = await ctx.data.find(everyAttempt(AT_ONCE, after));
  const findings: Finding[] = [];
  for (const { id } of rows) findings.push(...(await ctx.data.tx((t) => auditOneAttempt(t, id))));
  return { checked: rows.length, findings, next };
}

async function auditOneAttempt(t: Tx, orderReference: string): Promise<Finding[]> {
  const ids = (['excess', 'excess_refund'] as const).map((kind) => entryIdOf(kind, orderReference));
  const [row, entries] = await Promise.all([
    t.need(PaymentTransactions, orderReference),
    t.getMany(JournalEntries, ids),
  ]);
  const booked = new Set(entries.map((entry) => entry?.id));
  return auditAttempt(row.data, (entryId) => booked.has(entryId));
}
