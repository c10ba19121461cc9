import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import type { TimeSpan } from '#lib/core/time.ts';
import type { Collection } from '#lib/data/collection.ts';
import type { Cursor, Query } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { type EntrySubject, entrySubjects } from '#lib/payments/audit/audit.ts';
import { MAX_POSTINGS } from '#lib/payments/books/journal.ts';
import { CreditAccounts, PartRefunds, PaymentTransactions, Payouts, Settlements } from '#lib/payments/collections.ts';
import {
  accountsChanged,
  attemptsChanged,
  entriesMade,
  payoutsMade,
  postingsOfEntry,
  settlementsChanged,
  snapshotsMade,
} from '#lib/payments/queries.ts';
import type { JournalEntry } from '#lib/payments/schemas/journal.ts';
import { Orders, StockLevels } from '#lib/store/collections.ts';
import {
  eventsMade,
  holdsChanged,
  levelsChanged,
  movementsMade,
  ordersChanged,
  shardsChanged,
} from '#lib/store/queries.ts';
import { reviewsChanged } from '#lib/store/reviews/queries.ts';
import type { AuditedRow } from '#lib/store/schemas/store-audit.ts';
import type { AuditKind, AuditSource } from '#lib/store/values.ts';
import { doubtedBy } from './reviews.ts';

/** The rows to recompute because of a page of changed rows. */
export type Changed = { readonly rows: readonly AuditedRow[]; readonly next: Cursor | null };

type Source = (ctx: Context, span: TimeSpan, limit: number, after: Cursor | undefined) => Promise<Changed>;

/** Builds a source: `leadsOf` returns the rows to recompute for a page of changed rows. */
const sourceOf =
  <T extends object>(
    changed: (span: TimeSpan, limit: number, after?: Cursor) => Query<T>,
    leadsOf: (ctx: Context, rows: readonly Row<T>[], span: TimeSpan) => Promise<readonly AuditedRow[]>,
  ): Source =>
  async (ctx, span, limit, after) => {
    const { rows, next } = await ctx.data.find(changed(span, limit, after));
    return { rows: await leadsOf(ctx, rows, span), next };
  };

/** Returns the changed rows themselves. */
const itself =
  (kind: AuditKind) =>
  async (_: Context, rows: readonly { readonly id: string }[]): Promise<readonly AuditedRow[]> =>
    rows.map(({ id }) => ({ kind, id }));

const levels = (ctx: Context, ids: readonly (string | null)[], span: TimeSpan) =>
  unchangedAmong(ctx, StockLevels, ids, 'products', ({ updatedAt }) => updatedAt < span.from);
const orders = (ctx: Context, ids: readonly (string | null)[], span: TimeSpan) =>
  unchangedAmong(ctx, Orders, ids, 'orders', ({ updatedAt }) => updatedAt < span.from);
const attempts = (ctx: Context, ids: readonly (string | null)[], span: TimeSpan) =>
  unchangedAmong(ctx, PaymentTransactions, ids, 'attempts', ({ updatedAt }) => updatedAt < span.from);
const payouts = (ctx: Context, ids: readonly (string | null)[], span: TimeSpan) =>
  unchangedAmong(ctx, Payouts, ids, 'payouts', ({ createdAt }) => createdAt < span.from);
const accounts = (ctx: Context, ids: readonly (string | null)[], span: TimeSpan) =>
  unchangedAmong(ctx, CreditAccounts, ids, 'accounts', ({ updatedAt }) => updatedAt < span.from);

/** Returns true for a valid id. Credit granted by hand is booked under a subject that is not an id. */
const isId = (text: string | null): text is string => text !== null && ID_PATTERN.test(text);

/** Returns the named rows that have not changed themselves. The changed ones are found by their own time of change. */
async function unchangedAmong<T extends object>(
  { data }: Context,
  collection: Collection<T>,
  ids: readonly (string | null)[],
  kind: AuditKind,
  isUnchanged: (document: T) => boolean,
): Promise<readonly AuditedRow[]> {
  const named = [...new Set(ids)].filter(isId);
  const rows = named.length === 0 ? [] : await data.getMany(collection, named);
  return rows.flatMap((row) => (row && isUnchanged(row.data) ? [{ kind, id: row.id }] : []));
}

/**
 * Lists for each source which rows its changes put in doubt. Holds and moves put a product in doubt, all rows of an
 * order the order, and bookings a balance. A changed row of the right kind is recomputed once, however many other rows
 * led to it.
 */
export const sources: Readonly<Record<AuditSource, Source>> = {
  levels: sourceOf(levelsChanged, itself('products')),
  shards: sourceOf(shardsChanged, (ctx, rows, span) => levels(ctx, idsOf(rows, 'productId'), span)),
  orders: sourceOf(ordersChanged, itself('orders')),
  holds: sourceOf(holdsChanged, async (ctx, rows, span) => [
    ...(await levels(ctx, idsOf(rows, 'productId'), span)),
    ...(await orders(ctx, idsOf(rows, 'orderId'), span)),
  ]),
  moves: sourceOf(movementsMade, (ctx, rows, span) => levels(ctx, idsOf(rows, 'productId'), span)),
  events: sourceOf(eventsMade, (ctx, rows, span) => orders(ctx, idsOf(rows, 'orderId'), span)),
  attempts: sourceOf(attemptsChanged, async (ctx, rows, span) => [
    ...(await itself('attempts')(ctx, rows)),
    ...(await orders(ctx, idsOf(rows, 'orderId'), span)),
  ]),
  settlements: sourceOf(settlementsChanged, async (ctx, rows, span) => [
    ...(await orders(ctx, idsOf(rows, 'orderId'), span)),
    ...(await payouts(ctx, idsOf(rows, 'payoutId'), span)),
  ]),
  entries: sourceOf(entriesMade, leadsOfEntries),
  snapshots: sourceOf(snapshotsMade, itself('snapshots')),
  payouts: sourceOf(payoutsMade, itself('payouts')),
  accounts: sourceOf(accountsChanged, itself('accounts')),
  reviews: sourceOf(reviewsChanged, async (_, rows) => doubtedBy(rows)),
};

const idsOf = <K extends string>(
  rows: readonly { readonly data: { readonly [key in K]: string | null } }[],
  field: K,
): readonly (string | null)[] => rows.map(({ data }) => data[field]);

/** Returns the entries themselves, their subjects, and the owners of the credit that they change. */
async function leadsOfEntries(
  ctx: Context,
  rows: readonly Row<JournalEntry>[],
  span: TimeSpan,
): Promise<readonly AuditedRow[]> {
  const about = (subject: EntrySubject) =>
    rows.filter(({ data }) => entrySubjects[data.kind].includes(subject)).map(({ data }) => data.subjectId);
  const [settled, refunded] = await Promise.all([
    ctx.data.getMany(Settlements, about('settlements').filter(isId)),
    ctx.data.getMany(PartRefunds, about('partRefunds').filter(isId)),
  ]);
  const ofParts = [...settled, ...refunded].map((row) => row?.data.orderId ?? null);
  return [
    ...rows.map(({ id }) => ({ kind: 'entries', id }) as const),
    ...(await orders(ctx, [...about('orders'), ...ofParts], span)),
    ...(await attempts(ctx, about('attempts'), span)),
    ...(await payouts(ctx, about('payouts'), span)),
    ...(await accounts(ctx, await ownersOf(ctx, rows), span)),
  ];
}

/** Returns the users whose credit was booked on. */
async function ownersOf({ data }: Context, entries: readonly Row<JournalEntry>[]): Promise<readonly string[]> {
  const pages = await Promise.all(
    entries
      .filter(({ data: { kind } }) => kind !== 'release' && kind !== 'payout' && kind !== 'fee')
      .map(({ id }) => data.find(postingsOfEntry(id, MAX_POSTINGS))),
  );
  return pages.flatMap(({ rows }) =>
    rows.flatMap(({ data: { account } }) => (account.startsWith(CREDIT) ? [account.slice(CREDIT.length)] : [])),
  );
}

const CREDIT = 'user_credit:';
