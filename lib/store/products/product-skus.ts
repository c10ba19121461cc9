import { conflict } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { ProductSkus, Products } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';

const claimId = (vendorId: string, sku: string): string => hashOf(vendorId, sku);

/** Throws when another product of the vendor uses an article number. */
export async function assertSkuFree(t: Reader, vendorId: string, sku: string | null, productId: string): Promise<void> {
  const claim = sku === null ? undefined : await t.get(ProductSkus, claimId(vendorId, sku));
  if (claim && claim.data.productId !== productId)
    throw conflict('Another product of the vendor has this article number', { code: 'SkuTaken' });
}

type Numbered = Pick<Product, 'vendorId' | 'sku'>;

/** Claims the article number of a product, if it has one. */
export function claimSku(write: Writer, { vendorId, sku }: Numbered, productId: string, at: string): void {
  if (sku !== null) write.create(ProductSkus, claimId(vendorId, sku), { productId, createdAt: at });
}

/** Frees the article number of a product for others of its vendor. */
export function freeSku(write: Writer, { vendorId, sku }: Numbered): void {
  if (sku !== null) write.delete(ProductSkus, claimId(vendorId, sku));
}

/** Returns the product of a vendor with an article number, or null. */
export async function findBySku(reader: Reader, vendorId: string, sku: string): Promise<Row<Product> | null> {
  const claim = await reader.get(ProductSkus, claimId(vendorId, sku));
  return (claim && (await reader.get(Products, claim.data.productId))) ?? null;
}
