import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { plainLine, plainText } from '#lib/core/plain-text.ts';
import { booleanInQuery, wholeInQuery } from '#lib/core/query-values.ts';
import { isoTime } from '#lib/core/time.ts';
import { locales } from '#lib/i18n/values.ts';
import { MAX_REPLY_TEXT, MAX_REVIEW_PICTURES, MAX_REVIEW_TEXT, MAX_REVIEW_TITLE } from '#lib/store/reviews/limits.ts';
import { pendingCauses, reviewSorts, reviewStatuses } from '#lib/store/reviews/values.ts';
import { adminReason } from './product-input.ts';

const stars = z.int().min(1).max(5);
const count = z.int().nonnegative();
const side = z.int().min(1);

const picture = z.object({ fileId: idText, url: z.string(), width: side, height: side });

/** A review. The id is a hash of product and person, so each person has at most one review of a product. */
export const review = z.object({
  productId: idText,
  /** The family of the product, or the product itself. The family's page lists the reviews of all its members. */
  groupId: idText,
  vendorId: idText,
  userId: idText,
  /** The name of its author when they wrote it, which may be empty. Null after the account was deleted. */
  authorName: z.string().max(80).nullable(),
  rating: stars,
  title: z.string().max(MAX_REVIEW_TITLE).nullable(),
  content: z.string().max(MAX_REVIEW_TEXT),
  /** The order that makes it a verified purchase. */
  verifiedPurchase: z.boolean(),
  orderId: idText.nullable(),
  status: z.enum(reviewStatuses),
  pendingFor: z.enum(pendingCauses).nullable(),
  /**
   * Moderation has hidden it and not restored it since, or reports had hidden it when its author deleted it. It is kept
   * when the author deletes the review.
   */
  wasHidden: z.boolean(),
  /** A hash of a longer text, to find the same text under other products. */
  textHash: z.string().nullable(),
  locale: z.enum(locales),
  images: z.array(picture).max(MAX_REVIEW_PICTURES),
  helpful: count,
  /** How often it was written again after a deletion. The votes for an earlier text do not count. */
  edition: count.exactOptional(),
  reply: z.object({ text: z.string().max(MAX_REPLY_TEXT), at: isoTime, by: idText }).nullable(),
  editedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Review = z.infer<typeof review>;

const perRating = z.array(count).length(5);

/** Counts of published reviews by rating, one star first: of a product, a family or a vendor, whose id it has. */
export const reviewSum = z.object({
  by: perRating,
  verifiedBy: perRating,
  /** Counts the changes that its lists show. */
  rev: count,
  updatedAt: isoTime,
});
export type ReviewSum = z.infer<typeof reviewSum>;

/** One person finds an edition of a review helpful. The id is a hash of review, edition and person. */
export const reviewVote = z.object({ reviewId: idText, edition: count, userId: idText, createdAt: isoTime });

export const reviewInput = z.strictObject({
  rating: stars,
  content: plainText(MAX_REVIEW_TEXT).refine((text) => text.trim() !== '', 'must not be empty'),
  title: plainLine(MAX_REVIEW_TITLE).exactOptional(),
  /** The ids of own uploads. */
  images: z
    .array(idText)
    .max(MAX_REVIEW_PICTURES)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a file twice')
    .default([]),
});
export type ReviewInput = z.output<typeof reviewInput>;

/** A review as everyone reads it. */
export const reviewView = review
  .pick({
    productId: true,
    rating: true,
    title: true,
    content: true,
    images: true,
    verifiedPurchase: true,
    helpful: true,
    createdAt: true,
    editedAt: true,
  })
  .extend({
    id: idText,
    /** Of a variant: its options. */
    options: z.array(z.object({ name: z.string(), value: z.string() })),
    author: z.object({ name: z.string() }),
    reply: z.object({ text: z.string(), at: isoTime }).nullable(),
  })
  .meta({ id: 'Review' });
export type ReviewView = z.infer<typeof reviewView>;

/** The same for its author, with its state. */
export const ownReviewView = reviewView
  .extend({ status: z.enum(['published', 'pending', 'hidden']) })
  .meta({ id: 'OwnReview' });
export type OwnReviewView = z.infer<typeof ownReviewView>;

export const reviewSummary = z
  .object({
    count,
    average: z.number().nullable(),
    byRating: z.object({ '1': count, '2': count, '3': count, '4': count, '5': count }),
    verified: count,
  })
  .meta({ id: 'ReviewSummary' });
export type ReviewSummary = z.infer<typeof reviewSummary>;

export const reviewsQuery = z.object({
  sortBy: z.enum(reviewSorts).default('newest'),
  rating: wholeInQuery('must be a whole number from 1 to 5', { least: 1, most: 5 }).optional(),
  verified: booleanInQuery.optional(),
  limit: pageLimit(20, 100),
  afterId: cursorText.optional(),
});
export type ReviewsQuery = z.output<typeof reviewsQuery>;

export const reviewPage = z.object({
  reviews: z.array(reviewView),
  summary: reviewSummary,
  nextAfterId: z.string().nullable(),
  /** The caller's own review of this product, whatever its state. */
  mine: ownReviewView.nullable(),
  /** Of a signed-in caller: which of these reviews they find helpful. */
  votes: z.array(idText).nullable(),
});
export type ReviewPage = z.infer<typeof reviewPage>;

export const reviewParams = z.object({ id: idText });
export const reviewVoteParams = z.object({ id: idText, reviewId: idText });
export const reviewAnswer = z.object({ review: ownReviewView });
export const reviewDeleted = z.object({ deleted: z.literal(true) });
export const reviewHelpful = z.object({ helpful: count, mine: z.boolean() });

export const replyInput = z.strictObject({
  /** Null removes the reply. */
  text: plainText(MAX_REPLY_TEXT)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .nullable(),
  reason: adminReason.exactOptional(),
});
export type ReplyInput = z.output<typeof replyInput>;
export const replyAnswer = z.object({ review: reviewView });
