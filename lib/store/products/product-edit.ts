import type { AuditFacts } from '#lib/audit/schemas/audit.ts';
import type { Context } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import { currentCategories } from '#lib/store/categories/current-categories.ts';
import { Products } from '#lib/store/collections.ts';
import type { Product, ProductImage } from '#lib/store/schemas/product.ts';
import type { EditProduct } from '#lib/store/schemas/product-input.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { writeLowAt } from '#lib/store/stock/low-stock.ts';
import { type Flaws, flawsToStore, resolveCategories } from './product-fields.ts';
import { type Pictures, resolveImages } from './product-pictures.ts';
import { claimSku, freeSku } from './product-skus.ts';
import { slugOf } from './slugs.ts';

/** The categories and pictures that an edit names. Null where it names none. */
export type NamedByEdit = {
  readonly categories: { readonly ids: string[]; readonly flaws: Flaws } | null;
  readonly pictures: Pictures | null;
};

/** Reads what an edit names. The products that it changes may keep their `known` images. */
export async function readNamed(
  reader: Reader,
  { vendorId, known }: { readonly vendorId: string; readonly known: readonly ProductImage[] },
  edit: EditProduct,
  tree: CategoryTree,
): Promise<NamedByEdit> {
  const found = edit.categories ? resolveCategories(tree, edit.categories) : null;
  const isSound = found !== null && Object.keys(found.flaws).length === 0;
  return {
    pictures: edit.images ? await resolveImages(reader, vendorId, edit.images, known) : null,
    categories: isSound ? { ids: await currentCategories(reader, found.ids), flaws: {} } : found,
  };
}

/** Throws for a product that is blocked or has another version than the caller has seen. */
export function assertEditable(product: Product, version: number | undefined): void {
  if (version !== undefined && version !== product.version)
    throw conflict('The product was changed in the meantime. Reload it and try again', {
      code: 'StaleVersion',
      details: { version: String(product.version) },
    });
  if (product.status === 'blocked')
    throw conflict('This product is blocked. It can be edited after it is restored', { code: 'ProductBlocked' });
}

/** Returns a product with the fields of an edit. Throws with every field that the edit makes wrong. */
export function withEdit(
  before: Product,
  edit: EditProduct,
  { categories: found, pictures }: NamedByEdit,
  env: Context['env'],
): Product {
  const { categories: _, images: __, lowAt: ___, version: ____, applyTo: _____, reason: ______, ...given } = edit;
  const after: Product = {
    ...before,
    ...given,
    ...(given.title !== undefined && given.title !== before.title && { slug: slugOf(given.title) }),
    ...(found && { categoryIds: found.ids }),
    ...(pictures && { images: pictures.images }),
  };
  // A flaw from before, such as a currency without a rate, must not keep its vendor from hiding the product.
  const earlier = flawsToStore(before, env);
  const added = Object.entries(flawsToStore(after, env)).filter(
    ([field, flaw]) => earlier[field] !== flaw || (field.split('.')[0] ?? '') in edit,
  );
  const flaws = { ...found?.flaws, ...pictures?.flaws, ...Object.fromEntries(added) };
  if (Object.keys(flaws).length > 0) throw invalid('The product is not valid', flaws);
  return after;
}

/** What an edit writes of one product. */
export type PlannedEdit = {
  readonly id: string;
  readonly before: Product;
  readonly after: Product;
  /** The stock level whose number for low stock changes. */
  readonly level: Row<StockLevel> | null;
  readonly lowAt: number | null;
};

/** Plans the edit of a product. Returns null when it changes nothing. `level` is read where the edit sets `lowAt`. */
export function planEdit(
  { id, data: before }: Row<Product>,
  edited: Product,
  { lowAt }: Pick<EditProduct, 'lowAt'>,
  level: Row<StockLevel> | undefined,
  now: Date,
): PlannedEdit | null {
  const isLowAtNew = level !== undefined && lowAt !== undefined && level.data.lowAt !== lowAt;
  if (!isLowAtNew && canonicalJson(edited) === canonicalJson(before)) return null;
  const at = now.toISOString();
  const isFirst = edited.status === 'published' && before.publishedAt === null;
  const after = { ...edited, ...(isFirst && { publishedAt: at }), version: before.version + 1, updatedAt: at };
  return { id, before, after, level: isLowAtNew ? level : null, lowAt: lowAt ?? null };
}

/** Writes a planned edit, apart from its pictures, its index entry and its record. */
export function writeEdit(write: Writer, { id, before, after, level, lowAt }: PlannedEdit): void {
  const at = after.updatedAt;
  write.set(Products, id, after);
  if (after.sku !== before.sku) {
    freeSku(write, before);
    claimSku(write, after, id, at);
  }
  if (level) writeLowAt(write, level, lowAt, at);
}

const recorded = ['status', 'priceMinor', 'currency', 'compareAtMinor', 'fulfilment'] as const;
/** Every edit changes these, so a record does not name them. */
const stamps: ReadonlySet<string> = new Set<keyof Product>(['version', 'updatedAt', 'publishedAt']);

/** Returns what an audit row keeps of an edit: the names of the changed fields, and values that are no texts. */
export function factsOfEdit({ before, after, level, lowAt }: PlannedEdit): {
  readonly before: AuditFacts;
  readonly after: AuditFacts;
} {
  const names = (Object.keys(after) as (keyof Product)[]).filter(
    (name) => !stamps.has(name) && canonicalJson({ value: before[name] }) !== canonicalJson({ value: after[name] }),
  );
  const kept = recorded.filter((name) => names.includes(name));
  const valuesOf = (product: Product) => Object.fromEntries(kept.map((name) => [name, product[name]]));
  const fields = [...names, ...(level ? ['lowAt'] : [])].join(',');
  return {
    before: { ...valuesOf(before), ...(level && { lowAt: level.data.lowAt }) },
    after: { fields, ...valuesOf(after), ...(level && { lowAt }) },
  };
}
