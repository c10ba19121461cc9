import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { booleanInQuery } from '#lib/core/query-values.ts';
import { isoTime } from '#lib/core/time.ts';
import { movementKinds, productStatuses } from '#lib/store/values.ts';
import { MAX_UNITS } from './product.ts';
import { ownStock, vendorProduct } from './vendor-product.ts';

const sorts = ['updated', 'title', 'stock', 'price'] as const;
export type OwnProductSort = (typeof sorts)[number];

export const ownProductsQuery = z.object({
  search: z.string().trim().max(200).optional(),
  status: z.enum(productStatuses).optional(),
  /** An id or a slug; categories below it are included. */
  category: z.string().min(1).max(80).optional(),
  familyId: idText.optional(),
  lowStock: booleanInQuery.optional(),
  /** `updated` has the last change first; the others ascend. */
  sortBy: z.enum(sorts).default('updated'),
  /** Administrators alone name a vendor. The default is the house vendor. */
  vendorId: idText.optional(),
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
});
export type OwnProductsQuery = z.output<typeof ownProductsQuery>;

export const ownProductPage = z.object({
  products: z.array(vendorProduct.omit({ description: true }).meta({ id: 'VendorProductInList' })),
  total: z.int(),
  nextCursor: z.string().nullable(),
});
export type OwnProductPage = z.input<typeof ownProductPage>;

export const productParams = z.object({ id: idText });

export const stockChangeInput = z.strictObject({
  delta: z
    .int()
    .min(-MAX_UNITS)
    .max(MAX_UNITS)
    .refine((units) => units !== 0, 'must not be 0'),
  kind: z.enum(['restock', 'correction', 'return']),
  /** Kept with the move. An administrator explains a change of another vendor's stock here. */
  reason: z.string().trim().max(500).exactOptional(),
});
export type StockChangeInput = z.output<typeof stockChangeInput>;

export const stockChanged = ownStock.omit({ lowAt: true }).extend({ move: z.object({ id: idText, at: isoTime }) });
export type StockChanged = z.infer<typeof stockChanged>;

export const stockMovesQuery = z.object({ limit: pageLimit(50, 100), cursor: cursorText.optional() });

export const stockHistory = ownStock.extend({
  moves: z.array(
    z.object({
      id: z.string(),
      delta: z.int(),
      kind: z.enum(movementKinds),
      reason: z.string().nullable(),
      actorName: z.string().nullable(),
      at: isoTime,
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type StockHistory = z.infer<typeof stockHistory>;
