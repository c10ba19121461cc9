import type { Context } from '#lib/context/context.ts';
import type { Reader } from '#lib/data/store.ts';
import { entryIdOf, MAX_POSTINGS } from '#lib/payments/books/journal.ts';
import { JournalEntries, PaymentTransactions, Payouts, Settlements } from '#lib/payments/collections.ts';
import { postingsOfEntry } from '#lib/payments/queries.ts';
import type { JournalPosting } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { EntryKind } from '#lib/payments/values.ts';
import { auditAccountPayment, entryKindOf } from './account.ts';
import { auditAttempt, auditEntry, auditFee } from './audit.ts';
import { type AuditReading, auditUnchanged } from './audit-unchanged.ts';
import type { Finding } from './findings.ts';
import { auditPayout } from './settlement.ts';

/** The reading of a row that is gone. */
const NOTHING: AuditReading = { version: '', findings: [] };

/** SI4: an entry balances. Entries never change, so it is read outside a transaction. */
export async function auditEntryOf({ data }: Context, id: string): Promise<readonly Finding[]> {
  const [entry, postings] = await Promise.all([
    data.get(JournalEntries, id),
    data.find(postingsOfEntry(id, MAX_POSTINGS)),
  ]);
  if (!entry) return [];
  return auditEntry(
    id,
    entry.data,
    postings.rows.map((posting) => posting.data),
  );
}

/** SI9: the money of an attempt is booked as the attempt says. */
export const auditAttemptOf = ({ data }: Context, orderReference: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const row = await data.get(PaymentTransactions, orderReference);
    if (!row) return NOTHING;
    const ids = (['excess', 'excess_refund'] as const).map((kind) => entryIdOf(kind, orderReference));
    const [entries, fee, own] = await Promise.all([
      data.getMany(JournalEntries, ids),
      bookedOf(data, 'fee', orderReference),
      auditOwnEntries(data, row.data),
    ]);
    const booked = new Set(entries.map((entry) => entry?.id));
    const findings = [...auditAttempt(row.data, (entryId) => booked.has(entryId)), ...auditFee(row.data, fee), ...own];
    return { version: row.version, findings };
  });

/** SI6: a payout equals the sum of its settlements. */
export const auditPayoutOf = ({ data }: Context, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const row = await data.get(Payouts, id);
    if (!row) return NOTHING;
    const ids = [...row.data.settlementIds, ...row.data.keptBackIds];
    const [postings, rows] = await Promise.all([bookedOf(data, 'payout', id), data.getMany(Settlements, ids)]);
    const settlements = new Map(rows.flatMap((found) => (found ? [[found.id, found.data] as const] : [])));
    const findings = auditPayout(id, row.data, {
      postings,
      settlementOf: (settlementId) => settlements.get(settlementId),
    });
    return { version: row.version, findings };
  });

/** Audits the entries of a top-up or a membership. The entries of an order are audited with the order. */
async function auditOwnEntries(reader: Reader, row: LedgerRow): Promise<Finding[]> {
  const kind = entryKindOf[row.purpose];
  if (kind === null) return [];
  const [booked, returned] = await Promise.all([
    bookedOf(reader, kind, row.orderReference),
    bookedOf(reader, 'refund', row.orderReference),
  ]);
  return auditAccountPayment({ row, booked, returned });
}

/** Returns the postings of an entry, or null when it was never booked. */
export async function bookedOf(
  reader: Reader,
  kind: EntryKind,
  subjectId: string,
): Promise<readonly JournalPosting[] | null> {
  const entryId = entryIdOf(kind, subjectId);
  const [entry, page] = await Promise.all([
    reader.get(JournalEntries, entryId),
    reader.find(postingsOfEntry(entryId, MAX_POSTINGS)),
  ]);
  return entry ? page.rows.map(({ data }) => data) : null;
}
