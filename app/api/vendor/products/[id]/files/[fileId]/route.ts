import { loadProduct } from '#app/api/vendor/products/load-product.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { assertFileOf, retireProductFile } from '#lib/store/files/retire-product-file.ts';
import { fileParams, fileRemoved, removeFileInput } from '#lib/store/schemas/product-file.ts';

export const DELETE = defineRoute({
  summary: 'Remove a file of a digital product: earlier buyers keep it',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: fileParams,
  load: async (asked) => {
    const loaded = await loadProduct('write')(asked);
    await assertFileOf(asked.ctx.data, loaded.row.id, asked.params.fileId);
    return loaded;
  },
  body: removeFileInput.prefault({}),
  response: fileRemoved,
  handler: async ({ ctx, body, params: { fileId }, loaded: { acting, row } }) => {
    await retireProductFile(ctx, acting, row, { fileId, reason: body.reason });
    return { deleted: true as const, id: fileId };
  },
});
