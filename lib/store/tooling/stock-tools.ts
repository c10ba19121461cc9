import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText } from '#lib/core/paging.ts';
import { idempotencyKey } from '#lib/store/checkout/idempotency.ts';
import { changeOwnStock, ownStockHistory } from '#lib/store/products/own-stock.ts';
import { getOwnProduct } from '#lib/store/products/vendor-product.ts';
import { stockChanged, stockChangeInput, stockHistory } from '#lib/store/schemas/own-products.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { pageSize, reads, replaces, tool } from './tool.ts';

const getStock = tool({
  name: 'get_stock',
  title: 'Get the stock of a product',
  description: 'Returns the units on hand, held by carts and orders, and available, with the latest changes.',
  scope: 'stock:write',
  annotations: reads,
  input: z.strictObject({ productId: idText, limit: pageSize, cursor: cursorText.optional() }),
  output: stockHistory,
  run: async ({ ctx }, { productId, ...page }) => {
    const row = await getOwnProduct(ctx, await actingVendor(ctx, 'read'), productId);
    return ownStockHistory(ctx, row.id, page);
  },
});

const adjustStock = tool({
  name: 'adjust_stock',
  title: 'Adjust the stock of a product',
  description:
    'Adds delta units to the stock, or removes them when it is negative. Restocks and returns need a positive delta. With the same idempotencyKey a repeat returns the first result and books nothing.',
  scope: 'stock:write',
  annotations: replaces,
  input: stockChangeInput.extend({
    productId: idText,
    kind: stockChangeInput.shape.kind.default('correction'),
    idempotencyKey,
  }),
  output: stockChanged,
  run: async ({ ctx }, { productId, idempotencyKey: key, ...change }) => {
    const acting = await actingVendor(ctx, 'write');
    const { body } = await changeOwnStock(ctx, acting, await getOwnProduct(ctx, acting, productId), change, key);
    return body;
  },
});

export const stockTools = [getStock, adjustStock];
