import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { ProductFiles } from '#lib/store/files/collections.ts';
import type { ProductFile } from '#lib/store/schemas/product-file.ts';
import { fileIn } from './policies/policy-types.ts';
import { addProduct } from './shop.ts';

type World = Pick<Runtime, 'data' | 'now'>;

/** Inserts a hidden digital product of a vendor with one file, as `fileIn` names it. Returns the id of the product. */
export async function addDigitalProduct(world: World, vendorId: string): Promise<string> {
  const id = newId('product');
  const { fileId } = fileIn(id);
  await addProduct(world, id, 5, { vendorId, fulfilment: 'digital', status: 'hidden', fileIds: [fileId] });
  await world.data.create(ProductFiles, fileId, newProductFile({ productId: id, vendorId }, world.now()));
  return id;
}

/** Returns the row of a stored file. */
const newProductFile = (given: Pick<ProductFile, 'productId' | 'vendorId'>, now: Date): ProductFile => ({
  name: 'song.mp3',
  bytes: 4,
  sha256: '0'.repeat(64),
  mimeType: 'audio/mpeg',
  storageKey: `products/${newId('file')}`,
  retiredAt: null,
  expiresAt: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  ...given,
});
