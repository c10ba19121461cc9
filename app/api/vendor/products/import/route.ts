import { z } from 'zod';
import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute, formFiles } from '#lib/api/define-route.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { MAX_IMPORT_BYTES } from '#lib/store/limits.ts';
import { importProducts } from '#lib/store/products/import-products.ts';
import { importResult, vendorQuery } from '#lib/store/schemas/product-import.ts';
import { actingVendor, vendorIdFor } from '#lib/store/vendors/acting-vendor.ts';

export const POST = defineRoute({
  summary: 'Create and change products from a CSV table; a dry run only checks it',
  auth: 'session',
  rateLimit: 'product-import',
  headers: onceHeaders,
  query: vendorQuery,
  load: ({ ctx }) => actingVendor(ctx, 'write'),
  bodyAs: 'form',
  maxBytes: MAX_IMPORT_BYTES,
  body: z.strictObject({ file: formFiles.length(1), dryRun: z.enum(['true', 'false']).default('true') }),
  response: importResult,
  handler: async ({ ctx, query, body, headers, loaded: acting }) => {
    const vendorId = await vendorIdFor(ctx, acting, query.vendorId);
    const bytes = body.file[0]?.bytes ?? new Uint8Array();
    const call = { vendorId, bytes, dryRun: body.dryRun === 'true', key: headers['idempotency-key'] };
    return answerOnce(ctx, await importProducts(ctx, acting, call));
  },
});
