import { ModerationCases, ModerationReports, VerificationProcedures } from '#lib/admin/collections.ts';
import { withoutOwner } from '#lib/admin/moderation/forget-owner.ts';
import { forgetComments } from '#lib/admin/moderation/forget-reports.ts';
import { casesOf } from '#lib/admin/moderation/moderation-queue.ts';
import { reportsBy } from '#lib/admin/moderation/reports.ts';
import { forgetAnswers } from '#lib/admin/verification/forget-applicant.ts';
import type { Collection } from '#lib/data/collection.ts';
import type { Cursor, Query } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { Orders } from '#lib/store/collections.ts';
import { withoutBuyer } from '#lib/store/orders/forget-buyer.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { forgetAuthor } from '#lib/store/reviews/forget-author.ts';
import type { OverviewArea } from '#lib/tunnel/values.ts';

const SLICE = 100;

export type Cleaned = { readonly count: number; readonly next: Cursor | null };
export type Cleaning = {
  readonly name: string;
  /** The area of the console whose counts it changes. */
  readonly area?: OverviewArea;
  readonly run: (t: Tx, userId: string, after: Cursor | undefined, at: string) => Promise<Cleaned>;
};

/** Walks through rows that stay, one page at a time. `without` returns null when a row needs no change. */
const cleaning = <T extends object>(
  collection: Collection<T>,
  pageOf: (userId: string, limit: number, after?: Cursor) => Query<T>,
  without: (row: T, at: string) => T | null,
): Cleaning => ({
  name: collection.name,
  run: async (t, userId, after, at) => {
    const { rows, next } = await t.find(pageOf(userId, SLICE, after));
    const cleaned = rows.flatMap(({ id, data }) => {
      const left = without(data, at);
      return left === null ? [] : [{ id, left }];
    });
    for (const { id, left } of cleaned) t.set(collection, id, left);
    return { count: cleaned.length, next };
  },
});

/**
 * The rows of others, or of the books, about a deleted account. Each row stays, without the texts of and about the user.
 * Running it again finds nothing to remove.
 */
export const cleanings: readonly Cleaning[] = [
  { ...cleaning(ModerationCases, casesOf, withoutOwner), area: 'moderation' },
  cleaning(ModerationReports, reportsBy, (row) => (row.comment === null ? null : { ...row, comment: null })),
  { name: ModerationReports.name, run: forgetComments },
  cleaning(Orders, (userId, limit, after) => ordersNewestFirst({ userId }, limit, after), withoutBuyer),
  { name: Reviews.name, run: (t, userId, after, at) => forgetAuthor(t, userId, after, new Date(at)) },
  {
    name: VerificationProcedures.name,
    area: 'verification',
    run: (t, userId, after, at) => forgetAnswers(t, userId, new Date(at), after),
  },
];
