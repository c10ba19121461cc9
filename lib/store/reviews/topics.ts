import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { MAX_CART_LINES } from '#lib/store/limits.ts';

/** Recomputes which reviews of a person are verified purchases, after their order was paid or taken back. */
export const reviewsVerifyTopic = topic(
  'reviews.verify',
  z.object({ userId: idText, productIds: z.array(idText).min(1).max(MAX_CART_LINES) }),
);

/** Moves the reviews of a product that has joined or left a family out of their former group. */
export const reviewsRegroupTopic = topic('reviews.regroup', z.object({ productId: idText, from: idText }), {
  coalesce: true,
});

/** Opens a moderation case for a review that waits for one. `lib/admin/moderation` performs it. */
export const reviewExamineTopic = topic('reviews.examine', z.object({ reviewId: idText }), { coalesce: true });

export function promiseVerification(write: Writer, userId: string, productIds: readonly string[], now: Date): void {
  if (productIds.length > 0) enqueue(write, reviewsVerifyTopic, { userId, productIds: [...productIds] }, { now });
}

export const promiseRegrouping = (write: Writer, productId: string, from: string, now: Date): void =>
  enqueue(write, reviewsRegroupTopic, { productId, from }, { now, key: `${productId}:${from}` });

export const promiseExamination = (write: Writer, reviewId: string, now: Date): void =>
  enqueue(write, reviewExamineTopic, { reviewId }, { now, key: reviewId });
