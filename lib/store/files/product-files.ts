import type { Context } from '#lib/context/context.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { ProductFile, ProductFileView } from '#lib/store/schemas/product-file.ts';
import { ProductFiles } from './collections.ts';

export type FileRow = Pick<Row<ProductFile>, 'id' | 'data'>;

export const toFileView = ({ id, data: { name, bytes, mimeType } }: FileRow): ProductFileView => ({
  ...{ id, name, bytes, mimeType },
});

/** Returns the files that new buyers of a product get, the first upload first. */
export async function currentFiles(reader: Reader, { fileIds }: Pick<Product, 'fileIds'>): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return (await reader.getMany(ProductFiles, fileIds)).filter((row) => row !== undefined);
}

/** Returns the current files of each product, in the order of the products. */
export async function currentFilesOf(
  { data }: Pick<Context, 'data'>,
  products: readonly Pick<Product, 'fileIds'>[],
): Promise<ProductFileView[][]> {
  const ids = products.flatMap(({ fileIds }) => fileIds);
  const rows = ids.length === 0 ? [] : await data.getMany(ProductFiles, ids);
  const byId = new Map(rows.flatMap((row) => (row ? [[row.id, toFileView(row)] as const] : [])));
  return products.map(({ fileIds }) => fileIds.flatMap((id) => byId.get(id) ?? []));
}
