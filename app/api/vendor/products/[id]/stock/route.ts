import { loadProduct } from '#app/api/vendor/products/load-product.ts';
import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { changeOwnStock, ownStockHistory } from '#lib/store/products/own-stock.ts';
import {
  productParams,
  stockChanged,
  stockChangeInput,
  stockHistory,
  stockMovesQuery,
} from '#lib/store/schemas/own-products.ts';

export const GET = defineRoute({
  summary: 'Get the stock of an own product and its moves, newest first',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadProduct('read'),
  query: stockMovesQuery,
  response: stockHistory,
  handler: ({ ctx, query, loaded: { row } }) => ownStockHistory(ctx, row.id, query),
});

export const POST = defineRoute({
  summary: 'Book a restock, a correction or a return of an own product',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadProduct('write'),
  headers: onceHeaders,
  body: stockChangeInput,
  response: stockChanged,
  handler: async ({ ctx, body, headers, loaded: { acting, row } }) =>
    answerOnce(ctx, await changeOwnStock(ctx, acting, row, body, headers['idempotency-key'])),
});
