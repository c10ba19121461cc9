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
  /** The subject of the entry. There is one entry per kind and subject, ever. */
  readonly subjectId: string;
  /**
   * The time of the act that is booked. The commit may come later, because a month is closed one month after its end.
   */
  readonly at: string;
  readonly note: string;
  readonly postings: readonly Posting[];
};

/** The most postings of one entry: with its other writes it must fit into one transaction. */
export const MAX_POSTINGS = 200;
/** A sale of one vendor's goods has at most five. */
const USUAL_POSTINGS = 6;

export const entryIdOf = (kind: EntryKind, subjectId: string): string => hashOf(kind, subjectId);

/**
 * Books an entry and its postings in the caller's transaction. Returns the id of the entry. A second entry of the
 * same kind and subject makes the whole transaction fail with EXISTS. Throws when the postings do not sum to 0 per
 * currency.
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

/** Returns the postings that undo these, to the last unit. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor }));

/** Returns the postings of an entry as booked, or none when it was never booked. */
export async function postingsOf(reader: Reader, entryId: string): Promise<Posting[]> {
  const rows = await readNumbered(reader, JournalPostings, (n) => `${entryId}-${n}`, USUAL_POSTINGS);
  return rows.map(({ data }) => ({
    account: data.account as Account, // postEntry accepts no other
    amountMinor: data.amountMinor,
    currency: data.currency,
  }));
}

/** Returns entries by their ids. Missing entries are left out. */
export async function entriesOf(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, JournalEntry>> {
  const rows = await reader.getMany(JournalEntries, [...new Set(ids)]);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
}

/**
 * Returns the balance of an account in a currency: its latest month-end balance plus all postings since. Below 0, the
 * amount is owed to the account's owner.
 */
export async function balanceOf(data: Store, account: Account, currency: string): Promise<number> {
  const [last] = (await data.find(latestSnapshot(account, currency))).rows;
  const { until, balanceMinor } = last?.data ?? noBalance;
  return balanceMinor + (await data.sum(postingsSince(account, currency, until), 'amountMinor'));
}

/** The balance before the first posting. */
export const noBalance = { until: new Date(0).toISOString(), balanceMinor: 0 } as const;

function assertBalanced(entryId: string, postings: readonly Posting[]): void {
  if (postings.length > MAX_POSTINGS) throw new Error(`entry ${entryId} has ${postings.length} postings`);
  for (const [currency, sum] of sumsOf(postings))
    if (sum !== 0) throw new Error(`entry ${entryId} is off by ${sum} ${currency}`);
}

/** Returns the sum per currency. */
export function sumsOf(postings: readonly Pick<Posting, 'amountMinor' | 'currency'>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { amountMinor, currency } of postings) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return sums;
}
