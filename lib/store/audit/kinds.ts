import type { Context } from '#lib/context/context.ts';
import type { Cursor, Query } from '#lib/data/query.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { auditAttemptOf, auditEntryOf, auditPayoutOf } from '#lib/payments/audit/rows.ts';
import { auditSnapshotOf } from '#lib/payments/audit/snapshot.ts';
import { everyAccount, everyAttempt, everyEntry, everyPayout, everySnapshot } from '#lib/payments/queries.ts';
import { everyLevel, everyOrder } from '#lib/store/queries.ts';
import { everyReview, everyReviewSum } from '#lib/store/reviews/queries.ts';
import type { AuditKind } from '#lib/store/values.ts';
import { auditFamilyOf } from './family.ts';
import { auditReferralOf } from './referral.ts';
import { auditFamilySumsOf, auditRatingOf, auditReviewOf, auditSumsOf } from './reviews.ts';
import { auditCreditOf, auditOrderOf, auditProductOf } from './rows.ts';

type IdPage = { readonly ids: readonly string[]; readonly next: Cursor | null };

/** A kind of row that the audit recomputes. */
type Kind = {
  /** Returns the ids of a page of all such rows, in their order. */
  readonly page: (ctx: Context, limit: number, after: Cursor | undefined) => Promise<IdPage>;
  /** Recomputes one row. A row that is gone has no findings. */
  readonly audit: (ctx: Context, id: string) => Promise<readonly Finding[]>;
};

const pageBy =
  <T extends object>(every: (limit: number, after?: Cursor) => Query<T>): Kind['page'] =>
  async ({ data }, limit, after) => {
    const { rows, next } = await data.find(every(limit, after));
    return { ids: rows.map(({ id }) => id), next };
  };

export const kinds: Readonly<Record<AuditKind, Kind>> = {
  products: {
    page: pageBy(everyLevel),
    audit: async (ctx, id) => [
      ...(await auditProductOf(ctx, id)),
      ...(await auditFamilyOf(ctx, id)),
      ...(await auditRatingOf(ctx, id)),
      ...(await auditFamilySumsOf(ctx, id)),
    ],
  },
  orders: {
    page: pageBy(everyOrder),
    audit: async (ctx, id) => [...(await auditOrderOf(ctx, id)), ...(await auditReferralOf(ctx, id))],
  },
  attempts: { page: pageBy(everyAttempt), audit: auditAttemptOf },
  entries: { page: pageBy(everyEntry), audit: auditEntryOf },
  snapshots: { page: pageBy(everySnapshot), audit: auditSnapshotOf },
  payouts: { page: pageBy(everyPayout), audit: auditPayoutOf },
  accounts: { page: pageBy(everyAccount), audit: auditCreditOf },
  reviews: { page: pageBy(everyReview), audit: auditReviewOf },
  ratings: { page: pageBy(everyReviewSum), audit: auditSumsOf },
};
