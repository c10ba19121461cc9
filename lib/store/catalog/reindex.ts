import type { Context } from '#lib/context/context.ts';
import { idPrefix } from '#lib/core/ids.ts';
import {
  type Rebuildable,
  type RebuiltSlice,
  rebuildIfStale,
  rebuildIndex,
  rebuildSlice,
} from '#lib/search/rebuild-index.ts';
import { ProductFamilies } from '#lib/store/collections.ts';
import { CATALOG } from './catalog-entry.ts';
import { catalogVersion, indexListed, isCatalogUsable } from './catalog-index.ts';
import { overProducts } from './over-products.ts';
import { INDEXED_AT_ONCE } from './topics.ts';

const isFamily = (id: string): boolean => id.startsWith(idPrefix('family'));

/** The catalog's index of products and of their families. */
export const catalogIndex: Rebuildable = {
  ...overProducts,
  index: CATALOG,
  atOnce: INDEXED_AT_ONCE,
  version: catalogVersion,
  isUsable: isCatalogUsable,
  async gone(ctx, ids) {
    const familyIds = ids.filter(isFamily);
    const [products, families] = await Promise.all([
      overProducts.gone(
        ctx,
        ids.filter((id) => !isFamily(id)),
      ),
      ctx.data.getMany(ProductFamilies, familyIds),
    ]);
    return [...products, ...familyIds.filter((_, at) => families[at] === undefined)];
  },
  refresh: indexListed,
};

/** Rebuilds a part of the catalog's index while it keeps serving. */
export const reindexSlice = (ctx: Context, cursor?: string): Promise<RebuiltSlice> =>
  rebuildSlice(ctx, catalogIndex, cursor);

/** Rebuilds the whole index. */
export const reindexCatalog = (ctx: Context): Promise<number> => rebuildIndex(ctx, catalogIndex);

/** Rebuilds the index at a start that finds it empty, half built, or built with other rates. */
export const reindexIfStale = (ctx: Context): Promise<void> => rebuildIfStale(ctx, catalogIndex);
