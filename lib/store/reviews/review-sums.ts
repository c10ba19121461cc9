import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Review, ReviewSum, ReviewSummary } from '#lib/store/schemas/review.ts';
import { ReviewSums } from './collections.ts';

type Counts = Pick<ReviewSum, 'by' | 'verifiedBy'>;
/** What of a review counts. Only a published review does. */
export type CountedReview = Pick<Review, 'status' | 'rating' | 'verifiedPurchase'>;

export const noCounts: Counts = { by: [0, 0, 0, 0, 0], verifiedBy: [0, 0, 0, 0, 0] };

const add = (a: readonly number[], b: readonly number[], sign: 1 | -1 = 1): number[] =>
  a.map((count, at) => Math.max(count + sign * (b[at] ?? 0), 0));

export const addCounts = (a: Counts, b: Counts, sign: 1 | -1 = 1): Counts => ({
  by: add(a.by, b.by, sign),
  verifiedBy: add(a.verifiedBy, b.verifiedBy, sign),
});

/** Returns the counts that one review adds. */
export function countsOf(review: CountedReview | null): Counts {
  if (review?.status !== 'published') return noCounts;
  const by = noCounts.by.map((_, at) => Number(at === review.rating - 1));
  return { by, verifiedBy: review.verifiedPurchase ? by : noCounts.verifiedBy };
}

export const isSameCounts = (a: Counts, b: Counts): boolean =>
  a.by.every((count, at) => count === b.by[at]) && a.verifiedBy.every((count, at) => count === b.verifiedBy[at]);

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Returns counts as the rating of a product. */
export const ratingOf = ({ by }: Counts): Product['rating'] => ({
  sum: by.reduce((sum, count, at) => sum + count * (at + 1), 0),
  count: total(by),
});

/** Returns counts as a page shows them. */
export function summaryOf(counts: Counts): ReviewSummary {
  const { sum, count } = ratingOf(counts);
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = counts.by;
  return {
    count,
    average: count === 0 ? null : Math.round((10 * sum) / count) / 10,
    byRating: { '1': one, '2': two, '3': three, '4': four, '5': five },
    verified: total(counts.verifiedBy),
  };
}

export type SumChange = {
  readonly productId: string;
  /** The family that the product is in now. */
  readonly familyId: string | null;
  readonly vendorId: string;
  readonly before: CountedReview | null;
  readonly after: CountedReview;
};

/** Changed sums: the new rating of the product, or null where it stays, and what writes the rows. */
export type PlannedSums = {
  readonly rating: Product['rating'] | null;
  /** The rows that it writes. */
  readonly ids: ReadonlySet<string>;
  write(write: Writer): void;
};

/** Reads the sums that a changed review counts in: of its product, of its family and of its vendor. */
export async function planSums(
  t: Reader,
  { productId, familyId, vendorId, before, after }: SumChange,
  now: Date,
): Promise<PlannedSums> {
  const [was, is] = [countsOf(before), countsOf(after)];
  if (isSameCounts(was, is)) return unchanged(after, familyId ?? productId);
  const ids = [productId, ...(familyId === null ? [] : [familyId]), vendorId];
  const rows = await t.getMany(ReviewSums, ids);
  const sums = ids.map((id, at) => ({
    id,
    sum: withCounts(rows[at], addCounts(addCounts(countsIn(rows[at]), is), was, -1), now),
  }));
  return {
    rating: ratingOf(sums[0]?.sum ?? noCounts),
    ids: new Set(ids),
    write(write) {
      for (const { id, sum } of sums) write.set(ReviewSums, id, sum);
    },
  };
}

/** The lists of a group show the text of a published review, so their tag must change with it. */
const unchanged = ({ status }: CountedReview, groupId: string): PlannedSums => ({
  rating: null,
  ids: new Set(status === 'published' ? [groupId] : []),
  write(write) {
    if (status === 'published') touchGroup(write, groupId);
  },
});

/** Notes that the lists of a group show something else, in the commit of the change. */
export const touchGroup = (write: Writer, groupId: string): void => write.update(ReviewSums, groupId, { rev: inc(1) });

export const countsIn = (row: Row<ReviewSum> | undefined): Counts => row?.data ?? noCounts;

export const withCounts = (row: Row<ReviewSum> | undefined, { by, verifiedBy }: Counts, now: Date): ReviewSum => ({
  by: [...by],
  verifiedBy: [...verifiedBy],
  rev: (row?.data.rev ?? 0) + 1,
  updatedAt: now.toISOString(),
});
