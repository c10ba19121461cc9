import type { Context, UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import type { Family, FamilyView } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { type Acting, assertActsFor } from '#lib/store/vendors/acting-vendor.ts';

/** Returns a family that the caller acts for. Throws NotFound for any other, as for a missing one. */
export async function getOwnFamily(
  { data }: Pick<UserContext, 'data'>,
  acting: Acting,
  id: string,
): Promise<Row<Family>> {
  const row = await data.get(ProductFamilies, id);
  if (!row) throw notFound(ProductFamilies.label, id, { code: 'NOT_FOUND' });
  assertActsFor(acting, row.data.vendorId, ProductFamilies.label, id);
  return row;
}

/** Returns a family as its vendor sees it, with the current price and stock of each member. */
export async function familyViewOf(
  { data }: Pick<Context, 'data'>,
  { id, data: family }: Row<Family>,
): Promise<FamilyView> {
  const ids = family.members.map(({ productId }) => productId);
  const [rows, stocks] = await Promise.all([data.getMany(Products, ids), findStock(data, ids)]);
  const products = new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  const available = new Map(ids.map((productId, at) => [productId, stocks[at]?.available ?? 0]));
  return toFamilyView(id, family, products, available);
}

/** Returns the view of a family from what was read of it. */
export function toFamilyView(
  id: string,
  { options, members, version }: Family,
  products: ReadonlyMap<string, Product>,
  available: ReadonlyMap<string, number>,
): FamilyView {
  return {
    id,
    options,
    members: members.flatMap(({ productId, values }) => {
      const product = products.get(productId);
      if (!product) return [];
      const { title, status, priceMinor, currency } = product;
      return [{ productId, values, title, status, priceMinor, currency, available: available.get(productId) ?? 0 }];
    }),
    version,
  };
}

/** Returns the families of products, each once. */
export async function familiesOf(
  reader: Reader,
  products: readonly (Pick<Product, 'familyId'> | undefined)[],
): Promise<ReadonlyMap<string, Row<Family>>> {
  const ids = [...new Set(products.flatMap((product) => product?.familyId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await reader.getMany(ProductFamilies, ids);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
}
