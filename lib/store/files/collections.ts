import { collection } from '#lib/data/collection.ts';
import { downloadCount, productFile } from '#lib/store/schemas/product-file.ts';

/** Files of digital products. A row is created before its bytes and deleted after them, so all bytes have a row. */
export const ProductFiles = collection('product_files', {
  label: 'File',
  schema: productFile,
  indexes: [['productId', 'createdAt'], ['expiresAt']],
});

/**
 * How often a buyer has downloaded. The id is a hash of an order and a file, or of an order and a product, which counts
 * all files of a line and says since when.
 */
export const DownloadCounts = collection('download_counts', {
  label: 'Downloads',
  schema: downloadCount,
  indexes: [],
});
