import { loadProduct } from '#app/api/vendor/products/load-product.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { editVariants } from '#lib/store/families/edit-variants.ts';
import { deleteOwnProduct } from '#lib/store/products/delete-own-product.ts';
import { editOwnProduct } from '#lib/store/products/edit-own-product.ts';
import { vendorProductOf } from '#lib/store/products/vendor-product.ts';
import { productParams } from '#lib/store/schemas/own-products.ts';
import { deleteProductInput, editProductInput } from '#lib/store/schemas/product-input.ts';
import { oneVendorProduct, productDeleted } from '#lib/store/schemas/vendor-product.ts';

export const GET = defineRoute({
  summary: 'Get a product of one’s own vendor, drafts included',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadProduct('read'),
  response: oneVendorProduct,
  handler: async ({ ctx, loaded: { row } }) => ({ product: await vendorProductOf(ctx, row) }),
});

export const PATCH = defineRoute({
  summary: 'Change a product of one’s own vendor, or all its variants: absent fields stay',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadProduct('write'),
  body: editProductInput,
  response: oneVendorProduct,
  handler: async ({ ctx, body, loaded: { acting, row } }) => ({
    product: await (body.applyTo === 'family' ? editVariants : editOwnProduct)(ctx, acting, row.id, body),
  }),
});

export const DELETE = defineRoute({
  summary: 'Delete a product of one’s own vendor that was never published',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadProduct('write'),
  body: deleteProductInput.prefault({}),
  response: productDeleted,
  handler: async ({ ctx, body, loaded: { acting, row } }) => {
    await deleteOwnProduct(ctx, acting, row.id, body.reason);
    return { deleted: true as const, id: row.id };
  },
});
