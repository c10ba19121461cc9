import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid, notFound, unavailable } from '#lib/core/errors.ts';
import { fileNameOf } from '#lib/core/files/file-name.ts';
import { fileTypeOf } from '#lib/core/files/file-type.ts';
import { newId } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { FILE_STAGED_MS, MAX_FILE_NAME, MOST_FILES, MOST_KEPT_FILES } from '#lib/store/limits.ts';
import { vendorMedia } from '#lib/store/media/media-owner.ts';
import { assertRoom, readQuota, spendMediaQuota } from '#lib/store/media/media-quota.ts';
import { assertEditable } from '#lib/store/products/product-edit.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { ProductFile } from '#lib/store/schemas/product-file.ts';
import { type Acting, assertActsIn, assertReason } from '#lib/store/vendors/acting-vendor.ts';
import { ProductFiles } from './collections.ts';
import { writeFiles } from './file-acts.ts';
import { currentFiles, type FileRow } from './product-files.ts';
import { filesOfProduct } from './queries.ts';

export type GivenFile = {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly reason: string | undefined;
};

/**
 * Stores a file of a digital product that the caller acts for. All buyers get it, also earlier ones. The same bytes
 * under the same name return the file that the product has already. Throws NotDigital, TooManyFiles or QuotaExceeded.
 * A refused file leaves neither a row nor bytes.
 */
export async function addProductFile(
  ctx: UserContext,
  acting: Acting,
  product: Row<Product>,
  given: GivenFile,
): Promise<{ readonly row: FileRow; readonly isNew: boolean }> {
  assertReason(acting, given.reason);
  if (given.bytes.byteLength === 0) throw invalid('The body is not valid', { file: 'must not be empty' });
  const data = await fileOf(ctx, product, given);
  const known = await takesFile(ctx.data, product.data, data);
  if (known) return { row: known, isNew: false };
  await assertKeepsFew(ctx.data, product.id);
  const owner = vendorMedia(data.vendorId);
  assertRoom(owner, ((await readQuota(ctx.data, owner))?.data.bytes ?? 0) + data.bytes);
  return store(ctx, acting, { id: newId('productFile'), data }, given);
}

async function fileOf(
  { now }: UserContext,
  { id: productId, data: { vendorId } }: Row<Product>,
  { filename, bytes }: GivenFile,
): Promise<ProductFile> {
  // Outside the event loop, because the largest files take it a while.
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  const at = now().toISOString();
  return {
    productId,
    vendorId,
    name: fileNameOf(filename, MAX_FILE_NAME),
    bytes: bytes.byteLength,
    sha256: Buffer.from(digest).toString('hex'),
    mimeType: fileTypeOf(bytes).mimeType,
    storageKey: `products/${newId('file')}`,
    retiredAt: null,
    expiresAt: after(now(), FILE_STAGED_MS),
    createdAt: at,
    updatedAt: at,
  };
}

/** Returns the product's file that a new one would repeat, or null for a product that takes the new one. */
async function takesFile(reader: Reader, product: Product, given: ProductFile): Promise<FileRow | null> {
  assertEditable(product, undefined);
  if (product.fulfilment !== 'digital') throw conflict('Only digital products have files', { code: 'NotDigital' });
  const files = await currentFiles(reader, product);
  const known = files.find(({ data: { name, sha256 } }) => name === given.name && sha256 === given.sha256);
  if (!known && product.fileIds.length >= MOST_FILES) throw tooMany(`A product has at most ${MOST_FILES} files`);
  return known ?? null;
}

/** Earlier buyers keep removed files, so that replacing files all the time needs a bound of its own. */
async function assertKeepsFew(reader: UserContext['data'], productId: string): Promise<void> {
  const { rows } = await reader.find(filesOfProduct(productId, MOST_KEPT_FILES));
  if (rows.length >= MOST_KEPT_FILES)
    throw tooMany(`A product keeps at most ${MOST_KEPT_FILES} files, with those that earlier buyers still have`);
}

const tooMany = (message: string) => conflict(message, { code: 'TooManyFiles' });

/**
 * Stores the bytes under a row that expires, so that cleanup removes what a crash leaves behind. A second transaction
 * keeps the row and adds it to its product.
 */
async function store(ctx: UserContext, acting: Acting, row: FileRow, { bytes, reason }: GivenFile) {
  await ctx.data.create(ProductFiles, row.id, row.data);
  try {
    await ctx.files.put(row.data.storageKey, bytes);
    const known = await ctx.data.tx((t) => keep(t, ctx, acting, { row, reason }), {
      lane: `${Products.name}/${row.data.productId}`,
    });
    if (known) await discard(ctx, row);
    else ctx.log('info', 'product.file-added', { userId: ctx.user.id, fileId: row.id, bytes: row.data.bytes });
    return { row: known ?? row, isNew: !known };
  } catch (error) {
    await discard(ctx, row);
    throw error;
  }
}

type Keeping = { readonly row: FileRow; readonly reason: string | undefined };

/** Adds a stored file to its product, or returns one with the same bytes that another call has just added. */
async function keep(t: Tx, ctx: UserContext, acting: Acting, { row, reason }: Keeping): Promise<FileRow | null> {
  const { productId, vendorId, bytes } = row.data;
  const [product, vendor, claim] = await Promise.all([
    t.get(Products, productId),
    t.need(Vendors, vendorId),
    t.get(ProductFiles, row.id),
  ]);
  if (!product) throw notFound(Products.label, productId, { code: 'NOT_FOUND' });
  // Firestore may repeat an applied commit. This run then finds its own file.
  if (product.data.fileIds.includes(row.id)) return null;
  assertActsIn(acting, vendor, Products.label, productId);
  const known = await takesFile(t, product.data, row.data);
  if (known) return known;
  if (!claim || claim.data.retiredAt !== null) throw unavailable('The file took too long to store');

  const now = ctx.now();
  const at = now.toISOString();
  const fileIds = [...product.data.fileIds, row.id];
  await spendMediaQuota(t, vendorMedia(vendorId), bytes);
  t.update(ProductFiles, row.id, { expiresAt: null, updatedAt: at });
  const file = { fileId: row.id, bytes };
  writeFiles(t, ctx, { acting, vendor, product, fileIds, file, reason, changeId: row.id, now });
  return null;
}

/** Removes a file that was not kept. One whose transaction was applied, although its answer was lost, stays. */
async function discard({ data, files, now }: UserContext, { id, data: { storageKey } }: FileRow): Promise<void> {
  const isKept = await data.tx(async (t) => {
    const row = await t.get(ProductFiles, id);
    if (row?.data.expiresAt === null) return true;
    if (row) t.update(ProductFiles, id, { retiredAt: now().toISOString() });
    return false;
  });
  if (isKept) return;
  await files.remove([storageKey]);
  await data.delete(ProductFiles, id);
}
