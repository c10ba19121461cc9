import { z } from 'zod';
import { cursorText } from '#lib/core/paging.ts';
import { productStatuses } from '#lib/store/values.ts';

/** The filters of the list of all products. */
export const productListQuery = z.object({
  q: z.string().trim().max(200).optional(),
  status: z.enum(productStatuses).optional(),
  /** The address of a seller, or words of a name. */
  seller: z.string().trim().max(120).optional(),
  cursor: cursorText.optional(),
});
export type ProductListQuery = z.output<typeof productListQuery>;
