import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { textsIn } from '#lib/store/products/product-texts.ts';
import type { Review, ReviewView } from '#lib/store/schemas/review.ts';
import { reviewsOfVendor } from './queries.ts';
import { reviewViewOf } from './review-views.ts';

/** A review as the vendor of its product sees it. */
export type VendorReview = ReviewView & { readonly product: { readonly title: string; readonly slug: string } };

export type VendorReviewPage = { readonly reviews: readonly VendorReview[]; readonly nextCursor: string | null };

type Asked = { readonly rating?: number | undefined; readonly limit: number; readonly cursor?: string | undefined };

/** Returns the published reviews of a vendor's products, newest first, with the product of each. */
export async function listVendorReviews(ctx: Context, vendorId: string, asked: Asked): Promise<VendorReviewPage> {
  const { rows, next } = await ctx.data.find(reviewsOfVendor(vendorId, asked.rating, asked.limit, asked.cursor));
  return { reviews: await withProducts(ctx, rows), nextCursor: next };
}

async function withProducts(ctx: Context, rows: readonly Row<Review>[]): Promise<VendorReview[]> {
  const productIds = [...new Set(rows.map(({ data }) => data.productId))];
  const familyIds = [...new Set(rows.flatMap(({ data }) => (data.groupId === data.productId ? [] : data.groupId)))];
  const [products, families] = await Promise.all([
    ctx.data.getMany(Products, productIds),
    ctx.data.getMany(ProductFamilies, familyIds),
  ]);
  const productOf = new Map(products.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  const familyOf = new Map(families.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  return rows.map((row) => {
    const product = productOf.get(row.data.productId);
    return {
      ...reviewViewOf(row, familyOf.get(row.data.groupId) ?? null, ctx.locale),
      product: { title: product ? textsIn(product, ctx.locale).title : '', slug: product?.slug ?? '' },
    };
  });
}
