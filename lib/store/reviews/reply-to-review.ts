import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import type { ReplyInput, Review, ReviewView } from '#lib/store/schemas/review.ts';
import {
  type Acting,
  actsForOthers,
  assertActsFor,
  assertActsIn,
  assertReason,
} from '#lib/store/vendors/acting-vendor.ts';
import { reviewLane } from './change-review.ts';
import { Reviews } from './collections.ts';
import { touchGroup } from './review-sums.ts';
import { familyOfGroup, reviewViewOf } from './review-views.ts';

const missing = (id: string) => notFound(Reviews.label, id, { code: 'NOT_FOUND' });

/** Returns a published review of a vendor that the caller acts for. Throws NotFound for any other. */
export async function getAnswerableReview(
  { data }: Pick<UserContext, 'data'>,
  acting: Acting,
  id: string,
): Promise<Row<Review>> {
  const row = await data.get(Reviews, id);
  if (!row) throw missing(id);
  assertActsFor(acting, row.data.vendorId, Reviews.label, id);
  if (row.data.status !== 'published') throw missing(id);
  return row;
}

/**
 * Sets, replaces or removes the public reply of the vendor to a review. The author is notified of the first one. Throws
 * NotFound when the review is not published any more.
 */
export async function replyToReview(
  ctx: UserContext,
  acting: Acting,
  { id, data: known }: Row<Review>,
  { text, reason }: ReplyInput,
): Promise<ReviewView> {
  assertReason(acting, reason);
  const now = ctx.now();
  const at = now.toISOString();
  const replied = await ctx.data.tx(
    async (t) => {
      const [row, vendor, product] = await Promise.all([
        t.need(Reviews, id),
        t.need(Vendors, known.vendorId),
        t.get(Products, known.productId),
      ]);
      assertActsIn(acting, vendor, Reviews.label, id);
      const { data: before } = row;
      if (before.status !== 'published') throw missing(id);
      if ((before.reply?.text ?? null) === text) return before;
      const reply = text === null ? null : { text, at, by: ctx.user.id };
      t.update(Reviews, id, { reply, updatedAt: at });
      touchGroup(t, before.groupId);
      const isForOthers = actsForOthers(acting, vendor.id);
      const { ownerId } = vendor.data;
      auditRow(t, ctx, {
        action: 'review.replied',
        targetType: 'review',
        targetId: id,
        before: { isReplied: before.reply !== null },
        after: { isReplied: reply !== null, vendorId: vendor.id, ...(isForOthers && { ownerId }) },
        reason,
        now,
      });
      const title = product?.data.title ?? '';
      if (reply)
        promiseNotification(
          t,
          {
            userId: before.userId,
            type: 'ENTITY',
            template: 'review.reply',
            params: { title, vendor: vendor.data.name },
            data: { productId: before.productId, reviewId: id, actionUrl: `/products/${before.productId}#reviews` },
            source: 'review.reply',
            key: id,
          },
          now,
        );
      if (isForOthers && ownerId !== null)
        promiseNotification(
          t,
          {
            userId: ownerId,
            type: 'SYSTEM',
            template: 'product.admin_changed',
            params: { title, reason: reason ?? '' },
            data: { actionUrl: '/sell/reviews' },
            source: 'review.replied',
            key: `${id}:${at}`,
          },
          now,
        );
      return { ...before, reply };
    },
    { lane: reviewLane(known.vendorId) },
  );
  const familyId = replied.groupId === replied.productId ? null : replied.groupId;
  return reviewViewOf({ id, data: replied }, await familyOfGroup(ctx, familyId), ctx.locale);
}
