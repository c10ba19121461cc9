import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Reader, Tx } from '#lib/data/store.ts';
import { entryIdOf, MAX_POSTINGS } from '#lib/payments/books/journal.ts';
import { JournalEntries, PaymentTransactions, Payouts, Settlements } from '#lib/payments/collections.ts';
import { everyAttempt, everyEntry, everyPayout, postingsOfEntry } from '#lib/payments/queries.ts';
import type { JournalPosting } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { EntryKind } from '#lib/payments/values.ts';
import { auditAccountPayment, entryKindOf } from './account.ts';
import { auditAttempt, auditEntry, auditFee } from './audit.ts';
import type { Finding } from './findings.ts';
import { auditPayout } from './settlement.ts';

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
  const [{ data: row }, entries, fee] = await Promise.all([
    t.need(PaymentTransactions, orderReference),
    t.getMany(JournalEntries, ids),
    bookedOf(t, 'fee', orderReference),
  ]);
  const booked = new Set(entries.map((entry) => entry?.id));
  return [
    ...auditAttempt(row, (entryId) => booked.has(entryId)),
    ...auditFee(row, fee),
    ...(await auditOwnEntries(t, row)),
  ];
}

/** SI6, payout by payout: each is what its settlements come to. */
export async function auditPayoutPage(ctx: Context, after: string | undefined): Promise<Page> {
  const { rows, next } = await ctx.data.find(everyPayout(AT_ONCE, after));
  const findings: Finding[] = [];
  for (const { id } of rows) findings.push(...(await ctx.data.tx((t) => auditOnePayout(t, id))));
  return { checked: rows.length, findings, next };
}

async function auditOnePayout(t: Tx, id: string): Promise<Finding[]> {
  const { data: payout } = await t.need(Payouts, id);
  const ids = [...payout.settlementIds, ...payout.keptBackIds];
  const [postings, rows] = await Promise.all([bookedOf(t, 'payout', id), t.getMany(Settlements, ids)]);
  const settlements = new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  return auditPayout(id, payout, { postings, settlementOf: (each) => settlements.get(each) });
}

/** The entries of a top-up or a membership; those of an order are looked at with the order. */
async function auditOwnEntries(t: Tx, row: LedgerRow): Promise<Finding[]> {
  const kind = entryKindOf[row.purpose];
  if (kind === null) return [];
  const [booked, returned] = await Promise.all([
    bookedOf(t, kind, row.orderReference),
    bookedOf(t, 'refund', row.orderReference),
  ]);
  return auditAccountPayment({ row, booked, returned });
}

/** The postings of an entry, or null when it was never booked. */
export async function bookedOf(
  t: Reader,
  kind: EntryKind,
  subjectId: string,
): Promise<readonly JournalPosting[] | null> {
  const entryId = entryIdOf(kind, subjectId);
  const [entry, page] = await Promise.all([
    t.get(JournalEntries, entryId),
    t.find(postingsOfEntry(entryId, MAX_POSTINGS)),
  ]);
  return entry ? page.rows.map(({ data }) => data) : null;
}
