import type { UserContext } from '#lib/context/context.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { reviewedOf } from '#lib/store/reviews/list-reviews.ts';
import { findPurchase } from '#lib/store/reviews/purchases.ts';
import { replyToReview } from '#lib/store/reviews/reply-to-review.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { voteReview } from '#lib/store/reviews/vote-review.ts';
import { writeReview } from '#lib/store/reviews/write-review.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { productIdOf } from '#services/run/demo/ids.ts';
import { demoPeople } from '#services/run/demo/people/people.ts';
import { demoVendorKeys } from '#services/run/demo/values.ts';
import { type DemoReviews, demoHistory } from './data.ts';
import { at } from './order-plan.ts';
import type { Past } from './past.ts';

/**
 * Writes a review as a buyer of its language: one who has bought the product if there is one, so that it is a verified
 * purchase. Of every second one, another buyer finds it helpful. A repeat changes nothing.
 */
export async function writeDemoReview(past: Past, reviews: DemoReviews, locale: Locale, place: number): Promise<void> {
  const product = await past.runtime.data.need(Products, productIdOf(reviews.slug));
  const author = await authorOf(past, product.id, locale, place);
  const id = reviewIdOf(product.id, author.user.id);
  if (await author.data.get(Reviews, id)) return;
  const { rating, title, content } = reviews[locale];
  await writeReview(author, product, { rating, content, ...(title !== undefined && { title }), images: [] });
  if (place % 2 === 1) return;
  const others = demoHistory.buyers.filter(({ email }) => email !== author.user.email);
  const voter = await past.as(at(others, place).email);
  await voteReview(voter, reviewedOf(product), { reviewId: id, isHelpful: true });
}

async function authorOf(past: Past, productId: string, locale: Locale, place: number): Promise<UserContext> {
  const speakers = await Promise.all(
    demoHistory.buyers.filter((buyer) => buyer.locale === locale).map(({ email }) => past.as(email)),
  );
  const found = await Promise.all(speakers.map(({ data, user }) => findPurchase(data, user.id, productId)));
  return speakers.find((_, n) => (found[n]?.orderId ?? null) !== null) ?? at(speakers, place);
}

/** Replies to a review as the seller of its product. A repeat changes nothing. */
export async function replyAsSeller(past: Past, { slug, reply }: DemoReviews): Promise<void> {
  const productId = productIdOf(slug);
  const { data } = past.runtime;
  const { vendorId } = (await data.need(Products, productId)).data;
  const owners = await Promise.all(demoVendorKeys.map((key) => past.as(demoPeople.sellers[key].owner.email)));
  const { ownerId } = (await data.need(Vendors, vendorId)).data;
  const seller = owners.find(({ user }) => user.id === ownerId);
  const speakers = await Promise.all(
    demoHistory.buyers.filter((buyer) => buyer.locale === reply?.to).map(({ email }) => past.as(email)),
  );
  const rows = await data.getMany(
    Reviews,
    speakers.map(({ user }) => reviewIdOf(productId, user.id)),
  );
  const review = rows.find((row) => row !== undefined);
  if (!seller || !review || !reply) return;
  await replyToReview(seller, await actingVendor(seller, 'write'), review, { text: reply.text });
}
