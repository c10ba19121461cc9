import type { Context } from '#lib/context/context.ts';
import {
  type Rebuildable,
  type RebuiltSlice,
  rebuildIfStale,
  rebuildIndex,
  rebuildSlice,
} from '#lib/search/rebuild-index.ts';
import { CATALOG } from './catalog-entry.ts';
import { catalogVersion, indexListed } from './catalog-index.ts';
import { overProducts } from './over-products.ts';
import { INDEXED_AT_ONCE } from './topics.ts';

/** The catalog's index of products. */
export const catalogIndex: Rebuildable = {
  ...overProducts,
  index: CATALOG,
  atOnce: INDEXED_AT_ONCE,
  version: catalogVersion,
  refresh: indexListed,
};

/** Rebuilds a part of the catalog's index while it keeps serving. */
export const reindexSlice = (ctx: Context, cursor?: string): Promise<RebuiltSlice> =>
  rebuildSlice(ctx, catalogIndex, cursor);

/** Rebuilds the whole index. */
export const reindexCatalog = (ctx: Context): Promise<number> => rebuildIndex(ctx, catalogIndex);

/** Rebuilds the index at a start that finds it empty, half built, or built with other rates. */
export const reindexIfStale = (ctx: Context): Promise<void> => rebuildIfStale(ctx, catalogIndex);
