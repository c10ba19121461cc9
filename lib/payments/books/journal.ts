import { hashOf } from '#lib/core/ids.ts';
import { readNumbered } from '#lib/data/numbered.ts';
import type { Reader, Store, Writer } from '#lib/data/store.ts';
import { JournalEntries, JournalPostings } from '#lib/payments/collections.ts';
import { latestSnapshot, postingsSince } from '#lib/payments/queries.ts';
import type { JournalEntry } from '#lib/payments/schemas/journal.ts';
import type { EntryKind } from '#lib/payments/values.ts';
import type { Account } from './accounts.ts';

/** One side of a booking: a debit is positive, a credit negative. */
export type Posting = { readonly account: Account; readonly amountMinor: number; readonly currency: string };

export type Booking = {
  readonly kind: EntryKind;
  /** What the entry is about; there is one entry per kind and subject, ever. */
  readonly subjectId: string;
  /** The moment of the act that books; a month is closed so late that it can be booked in until then. */
  readonly at: string;
  readonly note: string;
  readonly postings: readonly Posting[];
};

/** The most postings of one entry: with its other writes it has to fit into one transaction. */
export const MAX_POSTINGS = 200;
/** A sale of one vendor's goods has five at most. */
const USUAL_POSTINGS = 6;

export const entryIdOf = (kind: EntryKind, subjectId: string): string => hashOf(kind, subjectId);

/**
 * Books an entry and its postings with the other writes of the transaction; answers its id. A second entry of the same
 * kind and subject makes the whole transaction fail with EXISTS. Throws when the postings do not sum to 0 per currency.
 */
export function postEntry(t: Writer, { kind, subjectId, at, note, postings }: Booking): string {
  const entryId = entryIdOf(kind, subjectId);
  const sides = postings.filter(({ amountMinor }) => amountMinor !== 0);
  assertBalanced(entryId, sides);
  t.create(JournalEntries, entryId, { kind, subjectId, at, note });
  for (const [i, { account, amountMinor, currency }] of sides.entries())
    t.create(JournalPostings, `${entryId}-${i}`, { entryId, account, amountMinor, currency, at });
  return entryId;
}

/** The postings that undo these, to the last unit. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor }));

/** The postings of an entry as they were booked; none when it was never booked. */
export async function postingsOf(reader: Reader, entryId: string): Promise<Posting[]> {
  const rows = await readNumbered(reader, JournalPostings, (n) => `${entryId}-${n}`, USUAL_POSTINGS);
  return rows.map(({ data }) => ({
    account: data.account as Account, // postEntry takes no other
    amountMinor: data.amountMinor,
    currency: data.currency,
  }));
}

/** Entries by their ids; those that were never booked are not among them. */
export async function entriesOf(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, JournalEntry>> {
  const rows = await reader.getMany(JournalEntries, [...new Set(ids)]);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
}

/**
 * What stands on an account in a currency: its newest balance at the end of a month and all postings since. Below 0 it is
 * owed to its owner.
 */
export async function balanceOf(data: Store, account: Account, currency: string): Promise<number> {
  const [last] = (await data.find(latestSnapshot(account, currency))).rows;
  const { until, balanceMinor } = last?.data ?? noBalance;
  return balanceMinor + (await data.sum(postingsSince(account, currency, until), 'amountMinor'));
}

/** Where an account begins. */
export const noBalance = { until: new Date(0).toISOString(), balanceMinor: 0 } as const;

function assertBalanced(entryId: string, postings: readonly Posting[]): void {
  if (postings.length > MAX_POSTINGS) throw new Error(`entry ${entryId} has ${postings.length} postings`);
  for (const [currency, sum] of sumsOf(postings))
    if (sum !== 0) throw new Error(`entry ${entryId} is off by ${sum} ${currency}`);
}

/** The sum per currency. */
export function sumsOf(postings: readonly Pick<Posting, 'amountMinor' | 'currency'>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { amountMinor, currency } of postings) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return sums;
}
