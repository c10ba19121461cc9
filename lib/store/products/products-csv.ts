import type { UserContext } from '#lib/context/context.ts';
import { type Cell, csvLines, csvOf } from '#lib/core/csv.ts';
import { amountText } from '#lib/core/money.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row } from '#lib/data/store.ts';
import { categoryTree } from '#lib/store/catalog/categories.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import { productsNewestFirst } from '#lib/store/catalog/queries.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { findStock } from '#lib/store/stock/totals.ts';

/** The columns of the table that a vendor downloads, edits and uploads again. */
export const productColumns = [
  'id',
  'sku',
  'title',
  'description',
  'price',
  'currency',
  'compareAt',
  'stock',
  'categories',
  'status',
  'fulfilment',
  'images',
] as const;
export type ProductColumn = (typeof productColumns)[number];

/** Separates the categories or the images in one cell. */
export const LIST_SEPARATOR = ';';

const PAGE = 200;

/** Streams all products of a vendor as CSV, newest first. */
export async function* exportProducts(ctx: UserContext, vendorId: string): AsyncGenerator<string> {
  yield csvOf(productColumns, []);
  const tree = await categoryTree(ctx);
  for await (const rows of pagesOf(ctx.data, (after) => productsNewestFirst({ vendorId }, PAGE, after))) {
    const stocks = await findStock(
      ctx.data,
      rows.map(({ id }) => id),
    );
    yield csvLines(rows.map((row, at) => cellsOf(row, stocks[at]?.onHand ?? 0, tree)));
  }
}

function cellsOf({ id, data }: Row<Product>, onHand: number, tree: CategoryTree): Cell[] {
  const cells: Readonly<Record<ProductColumn, Cell>> = {
    id,
    sku: data.sku,
    title: data.title,
    description: data.description,
    price: amountText(data.priceMinor, data.currency),
    currency: data.currency,
    compareAt: data.compareAtMinor === null ? null : amountText(data.compareAtMinor, data.currency),
    stock: onHand,
    categories: data.categoryIds
      .map((categoryId) => tree.byId.get(categoryId)?.slug ?? categoryId)
      .join(LIST_SEPARATOR),
    status: data.status,
    fulfilment: data.fulfilment,
    images: data.images.map(({ fileId }) => fileId).join(LIST_SEPARATOR),
  };
  return productColumns.map((column) => cells[column]);
}
