import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { indexProducts, indexVendor } from './catalog-index.ts';
import { catalogIndexManyTopic, catalogIndexTopic, catalogVendorTopic } from './topics.ts';

/** The effects that update the catalog's index after changes of the store. */
export const catalogEffects: readonly AnyEffect[] = [
  effect(catalogIndexTopic, (ctx, { productId }) => indexProducts(ctx, [productId])),
  effect(catalogIndexManyTopic, (ctx, { productIds }) => indexProducts(ctx, productIds)),
  effect(catalogVendorTopic, (ctx, { vendorId }) => indexVendor(ctx, vendorId)),
];
