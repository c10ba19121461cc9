import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Reader, Row, Tx, Writer } from '#lib/data/store.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { vendorMedia } from '#lib/store/media/media-owner.ts';
import { releaseMediaBytes } from '#lib/store/media/media-quota.ts';
import { assertEditable } from '#lib/store/products/product-edit.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { type Acting, assertActsIn, assertReason } from '#lib/store/vendors/acting-vendor.ts';
import { ProductFiles } from './collections.ts';
import { writeFiles } from './file-acts.ts';
import { currentFiles, type FileRow } from './product-files.ts';

/** Throws NotFound for a file that is not the product's, and for an upload that has not ended. */
export async function assertFileOf(reader: Reader, productId: string, fileId: string): Promise<FileRow> {
  const file = await reader.get(ProductFiles, fileId);
  const isUnended = file?.data.expiresAt !== null && file?.data.retiredAt === null;
  if (file?.data.productId !== productId || isUnended) throw notFound(ProductFiles.label, fileId);
  return file;
}

/**
 * Removes a file from a product that the caller acts for. Who has paid before keeps it; a product that nobody can have
 * bought releases it. A published product without another file leaves the catalog. Again changes nothing.
 */
export async function retireProductFile(
  ctx: UserContext,
  acting: Acting,
  { id: productId }: Row<Product>,
  { fileId, reason }: { readonly fileId: string; readonly reason: string | undefined },
): Promise<void> {
  assertReason(acting, reason);
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const [product, file] = await Promise.all([t.need(Products, productId), assertFileOf(t, productId, fileId)]);
      const vendor = await t.need(Vendors, product.data.vendorId);
      assertActsIn(acting, vendor, Products.label, productId);
      assertEditable(product.data, undefined);
      const fileIds = product.data.fileIds.filter((id) => id !== fileId);
      if (fileIds.length === product.data.fileIds.length) return;

      if (product.data.publishedAt === null) releaseFile(t, file, now);
      else t.update(ProductFiles, fileId, { retiredAt: now.toISOString(), updatedAt: now.toISOString() });
      const changeId = `${fileId}:removed`;
      writeFiles(t, ctx, { acting, vendor, product, fileIds, file: { fileId }, reason, changeId, now });
    },
    { lane: `${Products.name}/${productId}` },
  );
}

/** Releases a file that nobody can have bought, in the transaction that removes it. Cleanup removes its bytes. */
function releaseFile(write: Writer, { id, data }: FileRow, now: Date): void {
  const at = now.toISOString();
  write.update(ProductFiles, id, { retiredAt: at, expiresAt: at, updatedAt: at });
  releaseMediaBytes(write, vendorMedia(data.vendorId), data.bytes);
}

/**
 * Reads the files of a product that was never published and returns what releases them, within the transaction that
 * deletes the product.
 */
export async function planRelease(t: Tx, product: Product, now: Date): Promise<(write: Writer) => void> {
  const files = await currentFiles(t, product);
  return (write) => {
    for (const file of files) releaseFile(write, file, now);
  };
}
