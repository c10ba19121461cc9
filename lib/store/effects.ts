import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { indexProducts, indexVendor } from './catalog/catalog-index.ts';
import { indexFamily } from './catalog/family-index.ts';
import {
  catalogCategoryTopic,
  catalogFamilyTopic,
  catalogIndexManyTopic,
  catalogIndexTopic,
  catalogVendorTopic,
  categoryEmptyTopic,
} from './catalog/topics.ts';
import { emptyCategory } from './categories/empty-category.ts';
import { indexSubtree } from './categories/index-subtree.ts';
import { notifyOfOrder } from './order-mail/notify-of-order.ts';
import { orderDocumentTopic, orderMailTopic } from './order-mail/order-promises.ts';
import { sendOrderMail } from './order-mail/send-order-mail.ts';
import { numberDocuments } from './orders/order-document.ts';
import { notifyOfPart, partNoticeTopic } from './parts/part-notices.ts';
import { settleReward } from './referrals/rewards.ts';
import { referralRewardTopic } from './referrals/topics.ts';
import { regroupReviews } from './reviews/regroup-reviews.ts';
import { reviewsRegroupTopic, reviewsVerifyTopic } from './reviews/topics.ts';
import { verifyReviews, verifyReviewsOfOrder } from './reviews/verify-reviews.ts';
import { countSale } from './sales/count-sale.ts';
import { compactStock } from './stock/compaction.ts';
import { splitHotStock } from './stock/split.ts';
import { stockCompactTopic, stockSplitTopic } from './stock/topics.ts';
import { payoutMailTopic, sendPayoutMail } from './vendors/payout-mail.ts';
import { endUnpaidOrders, vendorUnpaidTopic } from './vendors/unpaid-orders.ts';
import { notifyWatchers } from './watches/back-in-stock.ts';
import { stockBackTopic } from './watches/topics.ts';

/** The effects that update the catalog's index after changes of the store. */
const catalogEffects: readonly AnyEffect[] = [
  effect(catalogIndexTopic, (ctx, { productId }) => indexProducts(ctx, [productId])),
  effect(catalogIndexManyTopic, (ctx, { productIds }) => indexProducts(ctx, productIds)),
  effect(catalogFamilyTopic, (ctx, { familyId }) => indexFamily(ctx, familyId)),
  effect(catalogVendorTopic, (ctx, { vendorId }) => indexVendor(ctx, vendorId)),
  effect(catalogCategoryTopic, indexSubtree),
  effect(categoryEmptyTopic, (ctx, { categoryId }) => emptyCategory(ctx, categoryId)),
];

/** The effects that follow a sale, or a rush of sales. */
const stockEffects: readonly AnyEffect[] = [
  effect(stockCompactTopic, async (ctx, { productId }) => {
    await compactStock(ctx, productId);
  }),
  effect(stockBackTopic, notifyWatchers),
  effect(stockSplitTopic, async (ctx, { productId }) => {
    await splitHotStock(ctx, productId);
  }),
];

/** The effects of an order step: the notifications and mails that report it. */
export const orderEffects: readonly AnyEffect[] = [
  effect(orderMailTopic, async (ctx, promise) => {
    // Every step of an order promises its mails, so open consoles are also notified here.
    await publishOverviewChange(ctx, 'orders');
    // The mail about the payment is promised once per order, by the transaction that pays it.
    const isPaid = promise.kind === 'paid';
    const behind = await Promise.allSettled([
      isPaid ? countSale(ctx, promise.orderId) : undefined,
      isPaid ? verifyReviewsOfOrder(ctx, promise.orderId) : undefined,
    ]);
    await notifyOfOrder(ctx, promise);
    await sendOrderMail(ctx, promise);
    // Mail, figures and reviews do not wait for each other. A retry counts again and sends nothing twice.
    for (const done of behind) if (done.status === 'rejected') throw done.reason;
  }),
  effect(partNoticeTopic, notifyOfPart),
  effect(referralRewardTopic, settleReward),
  effect(orderDocumentTopic, async (ctx) => {
    await numberDocuments(ctx);
  }),
];

/** The effects of a seller's suspension and of a change of their bank account. */
const vendorEffects: readonly AnyEffect[] = [
  effect(vendorUnpaidTopic, (ctx, { vendorId }) => endUnpaidOrders(ctx, vendorId)),
  effect(payoutMailTopic, sendPayoutMail),
];

/** The effects that keep reviews true to orders and families. */
const reviewEffects: readonly AnyEffect[] = [
  effect(reviewsVerifyTopic, verifyReviews),
  effect(reviewsRegroupTopic, regroupReviews),
];

/** The effects that handle the store's topics. */
export const storeEffects: readonly AnyEffect[] = [
  ...catalogEffects,
  ...orderEffects,
  ...stockEffects,
  ...vendorEffects,
  ...reviewEffects,
];
