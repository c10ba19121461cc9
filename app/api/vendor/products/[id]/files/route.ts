import { z } from 'zod';
import { loadProduct } from '#app/api/vendor/products/load-product.ts';
import { defineRoute, formFiles } from '#lib/api/define-route.ts';
import { addProductFile } from '#lib/store/files/add-product-file.ts';
import { toFileView } from '#lib/store/files/product-files.ts';
import { productParams } from '#lib/store/schemas/own-products.ts';
import { fileAdded } from '#lib/store/schemas/product-file.ts';
import { adminReason } from '#lib/store/schemas/product-input.ts';

/** The largest file plus the overhead of the form. */
const MAX_BYTES = 25 * 1024 * 1024 + 64 * 1024;

export const POST = defineRoute({
  summary: 'Add a file to a digital product of one’s own vendor',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadProduct('write'),
  bodyAs: 'form',
  maxBytes: MAX_BYTES,
  body: z.strictObject({ file: formFiles.length(1), reason: adminReason.exactOptional() }),
  status: 201,
  response: fileAdded,
  handler: async ({ ctx, body: { file, reason }, loaded: { acting, row } }) => {
    const { filename = '', bytes = new Uint8Array() } = file[0] ?? {};
    const added = await addProductFile(ctx, acting, row, { filename, bytes, reason });
    return Response.json(fileAdded.parse({ file: toFileView(added.row) }), { status: added.isNew ? 201 : 200 });
  },
});
