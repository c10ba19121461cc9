import { loadFamily } from '#app/api/vendor/families/load-family.ts';
import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { createVariants } from '#lib/store/families/new-variants.ts';
import { newVariantsInput, variantsCreated } from '#lib/store/schemas/family.ts';
import { productParams } from '#lib/store/schemas/own-products.ts';

export const POST = defineRoute({
  summary: 'Add new products to a family: copies of a member with other values',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadFamily('write'),
  headers: onceHeaders,
  body: newVariantsInput,
  response: variantsCreated,
  status: 201,
  handler: async ({ ctx, body, headers, loaded: { acting, row } }) =>
    answerOnce(ctx, await createVariants(ctx, acting, row.id, body, headers['idempotency-key'])),
});
