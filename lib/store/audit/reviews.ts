import type { Context } from '#lib/context/context.ts';
import { idPrefix } from '#lib/core/ids.ts';
import { HOUR_MS, before as timeBefore } from '#lib/core/time.ts';
import type { Row, Store } from '#lib/data/store.ts';
import { auditUnchanged } from '#lib/payments/audit/audit-unchanged.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { Orders, ProductFamilies, Products, Vendors } from '#lib/store/collections.ts';
import { ReviewSums, Reviews } from '#lib/store/reviews/collections.ts';
import { findPurchase, isPurchase } from '#lib/store/reviews/purchases.ts';
import { reviewsRated, votesFor } from '#lib/store/reviews/queries.ts';
import { addCounts, countsIn, isSameCounts, noCounts, ratingOf } from '#lib/store/reviews/review-sums.ts';
import { starCounts } from '#lib/store/reviews/values.ts';
import type { ReviewSum } from '#lib/store/schemas/review.ts';
import type { AuditedRow } from '#lib/store/schemas/store-audit.ts';

type Counts = Pick<ReviewSum, 'by' | 'verifiedBy'>;

/** How long an order may have changed before its effect has looked at the reviews of its buyer. */
const ON_ITS_WAY_MS = HOUR_MS;

/** SI22 of a product: its rating and its sums are those of its published reviews. */
export const auditRatingOf = ({ data: store }: Pick<Context, 'data'>, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const [product, sums] = await Promise.all([store.get(Products, id), store.get(ReviewSums, id)]);
    const version = [product, sums].map((row) => row?.version).join('.');
    if (!product) return { version, findings: [] };
    // A review that is published without any sums is found with the review.
    const counted = sums ? await recount(store, 'productId', id) : noCounts;
    const { sum, count } = ratingOf(counted);
    const { rating } = product.data;
    return {
      version,
      findings: findingsOf('SI22', id, [
        (rating.sum !== sum || rating.count !== count) &&
          `has a rating of ${rating.sum} in ${rating.count} reviews, which add up to ${sum} in ${count}`,
        differsBy(countsIn(sums), counted),
      ]),
    };
  });

/** SI22 of the family of a product. A single product has no findings. */
export async function auditFamilySumsOf(ctx: Pick<Context, 'data'>, id: string): Promise<readonly Finding[]> {
  const familyId = (await ctx.data.get(Products, id))?.data.familyId ?? null;
  return familyId === null ? [] : auditSumsOf(ctx, familyId);
}

/** SI22 of the sums of a family or of a vendor. Those of a product are checked with the product. */
export const auditSumsOf = ({ data: store }: Pick<Context, 'data'>, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const isFamily = id.startsWith(idPrefix('family'));
    if (!isFamily && !(await store.get(Vendors, id))) return { version: '', findings: [] };
    const sums = await store.get(ReviewSums, id);
    const family = isFamily ? await store.get(ProductFamilies, id) : undefined;
    const members = family?.data.members.map(({ productId }) => productId) ?? [];
    const rows = members.length === 0 ? [] : await store.getMany(ReviewSums, members);
    const counted = isFamily
      ? rows.reduce<Counts>((all, row) => addCounts(all, countsIn(row)), noCounts)
      : await recount(store, 'vendorId', id);
    return {
      version: [sums, family, ...rows].map((row) => row?.version).join('.'),
      findings: findingsOf('SI22', id, [differsBy(countsIn(sums), counted)]),
    };
  });

/** SI22 of a review: it is a verified purchase if an order of its author says so, in the group of its product, and helpful to as many as voted. */
export const auditReviewOf = ({ data: store, now }: Pick<Context, 'data' | 'now'>, id: string) =>
  auditUnchanged(async () => {
    const row = await store.get(Reviews, id);
    if (!row || row.data.status === 'removed') return { version: row?.version ?? '', findings: [] };
    const { userId, productId, groupId, verifiedPurchase, orderId, status, helpful, edition = 0 } = row.data;
    const [named, sums, product, helped] = await Promise.all([
      orderId === null ? undefined : store.get(Orders, orderId),
      store.get(ReviewSums, productId),
      store.get(Products, productId),
      store.count(votesFor(id, edition)),
    ]);
    const isNamed = isPurchase(named, userId, productId);
    const found = isNamed ? null : (await findPurchase(store, userId, productId)).orderId;
    const isSame = verifiedPurchase === (isNamed || found !== null);
    const orders = isSame ? [] : [named, found === null ? undefined : await store.get(Orders, found)];
    const since = timeBefore(now(), ON_ITS_WAY_MS);
    const isMoved = product !== undefined && groupId !== (product.data.familyId ?? productId);
    const isOnItsWay = orders.some((order) => order !== undefined && order.data.updatedAt > since);
    return {
      version: row.version,
      findings: findingsOf('SI22', id, [
        status === 'published' && !sums && 'is published, but its product has no sums',
        isMoved && product.data.updatedAt < since && `is in the group ${groupId}, but its product is not`,
        helped !== helpful && `counts ${helpful} helpful votes, but there are ${helped}`,
        !isSame && !isOnItsWay && `says verifiedPurchase: ${verifiedPurchase}, but the orders say otherwise`,
      ]),
    };
  });

/** Returns the rows that a changed review puts in doubt. */
export const doubtedBy = (
  rows: readonly Row<{ productId: string; groupId: string; vendorId: string }>[],
): AuditedRow[] => [
  ...rows.map(({ id }): AuditedRow => ({ kind: 'reviews', id })),
  ...[...new Set(rows.map(({ data }) => data.productId))].map((id): AuditedRow => ({ kind: 'products', id })),
  ...[...new Set(rows.flatMap(({ data }) => [data.groupId, data.vendorId]))].map(
    (id): AuditedRow => ({ kind: 'ratings', id }),
  ),
];

const differsBy = (stored: Counts, counted: Counts): string | false =>
  !isSameCounts(stored, counted) &&
  `counts ${stored.by.join('+')} reviews, ${stored.verifiedBy.join('+')} verified, but there are ${counted.by.join('+')}, ${counted.verifiedBy.join('+')}`;

/** Counts the published reviews of a product or a vendor again. */
async function recount(store: Store, of: 'productId' | 'vendorId', id: string): Promise<Counts> {
  const countOf = (verified: boolean) =>
    Promise.all(starCounts.map((rating) => store.count(reviewsRated(of, id, { rating, verified }))));
  const [verifiedBy, others] = await Promise.all([countOf(true), countOf(false)]);
  return { by: verifiedBy.map((count, at) => count + (others[at] ?? 0)), verifiedBy };
}
