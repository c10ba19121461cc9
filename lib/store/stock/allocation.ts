import type { Reader, Row } from '#lib/data/store.ts';
import { StockLevels } from '#lib/store/collections.ts';
import type { StockHold, StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, type CounterChange, gather, type StockCounter, totalOf } from './counters.ts';
import { type FindExpired, type QueryExpired, RELEASED_PER_PRODUCT } from './find-expired-holds.ts';
import { countersToTry, isLookFurther, type LookFurther, type ShardScope, type StockSearch } from './shards.ts';

/**
 * The number of other buyers' expired holds that one transaction releases over all its products. A commit allows 500
 * writes, and the payment of an order with 50 lines from 50 vendors takes about 300 of them.
 */
const RELEASED_IN_ALL = 120;

/**
 * The buyer who needs units, and the buyer's live holds. Those holds are not released, and new units are added to them.
 */
export type Requester = { readonly who: string; readonly own: ReadonlyMap<string, Row<StockHold>> };

type UnitRequest = {
  readonly productId: string;
  readonly more: number;
  readonly who: string;
  readonly own: Row<StockHold> | undefined;
  /** The shards to read; all of them by default. */
  readonly scope?: ShardScope;
  readonly expired: FindExpired;
};

type AllocatedProduct = {
  readonly kind: 'allocated';
  readonly productId: string;
  /** The number of the counter that counts the units. */
  readonly shard: number;
  readonly changes: readonly CounterChange[];
  /** Other buyers' expired holds that are released. */
  readonly released: readonly Row<StockHold>[];
};

type ShortProduct = {
  readonly kind: 'short';
  readonly productId: string;
  readonly free: number;
  readonly hasMoreExpired: boolean;
  /** The number of rows that `free` was summed over. */
  readonly counted: number;
};

/**
 * The units that a transaction found for a request. `allocated`: enough of each product, for `writeAllocation` to
 * write. `short`: too few units of at least one product.
 */
export type Allocation =
  | { readonly kind: 'allocated'; readonly products: readonly AllocatedProduct[] }
  | {
      readonly kind: 'short';
      /** Products with too few units, with the number that they could give. */
      readonly free: ReadonlyMap<string, number>;
      /** The short products that still have more expired holds to release than one transaction releases. */
      readonly withExpired: readonly string[];
      /**
       * True when a number of free units is a sum of rows. Read outside a transaction, units may have moved between the
       * rows unseen.
       */
      readonly isSum: boolean;
    };

const noProducts: ReadonlyMap<string, number> = new Map();

/** Returns the products with too few units, with the number that they could give. */
export const shortProducts = (allocation: Allocation): ReadonlyMap<string, number> =>
  allocation.kind === 'short' ? allocation.free : noProducts;

/** Returns the short products whose expired holds must be released in transactions of their own first. */
export const productsToRelease = (allocation: Allocation): readonly string[] =>
  allocation.kind === 'short' ? allocation.withExpired : [];

/**
 * Finds more units of each product: first free units, then the units of other buyers' expired holds. Only reads. It
 * reports a sharded product as `short` only after it has read every shard.
 */
export async function planAllocation(
  reader: Reader,
  wants: ReadonlyMap<string, number>,
  requester: Requester & { readonly expired: QueryExpired },
): Promise<Allocation> {
  const found = await allocateAll(reader, wants, requester);
  if (isLookFurther(found)) throw new Error('an allocation that reads all stock cannot have to look further');
  return found;
}

/**
 * Like `planAllocation`, for a transaction of `stockTx`. Returns `look-further` when there are too few units in the
 * stock that the search may read.
 */
export const searchAllocation = (
  t: Reader,
  wants: ReadonlyMap<string, number>,
  requester: Requester,
  search: StockSearch,
): Promise<Allocation | LookFurther> => allocateAll(t, wants, { ...requester, ...search });

async function allocateAll(
  t: Reader,
  wants: ReadonlyMap<string, number>,
  { who, own, scope, expired }: Requester & Pick<UnitRequest, 'scope' | 'expired'>,
): Promise<Allocation | LookFurther> {
  const wanted = [...wants].filter(([, more]) => more > 0);
  const most = Math.min(RELEASED_PER_PRODUCT, Math.floor(RELEASED_IN_ALL / Math.max(1, wanted.length)));
  const levels = await t.getMany(
    StockLevels,
    wanted.map(([productId]) => productId),
  );
  const found = await Promise.all(
    wanted.map(([productId, more], i) =>
      allocate(t, levels[i], { productId, more, who, own: own.get(productId), ...(scope && { scope }), expired }, most),
    ),
  );
  const unread = found.find(isLookFurther);
  if (unread) return unread;
  const short = found.filter((product) => product.kind === 'short');
  if (short.length === 0)
    return { kind: 'allocated', products: found.filter((product) => product.kind === 'allocated') };
  return {
    kind: 'short',
    free: new Map(short.map(({ productId, free }) => [productId, free])),
    withExpired: short.filter(({ hasMoreExpired }) => hasMoreExpired).map(({ productId }) => productId),
    isSum: short.some(({ counted }) => counted > 1),
  };
}

async function allocate(
  t: Reader,
  level: Row<StockLevel> | undefined,
  request: UnitRequest,
  most: number,
): Promise<AllocatedProduct | ShortProduct | LookFurther> {
  const { productId, more, who, own, scope, expired } = request;
  if (!level) return { kind: 'short', productId, free: 0, hasMoreExpired: false, counted: 0 };
  const { counters, target, isAll } = await countersToTry(t, level, { more, who, pinned: own?.data.shard, scope });
  let free = availableOf(totalOf(counters));
  if ((isAll || counters.length === 1) && free >= more) return gatherUnits(request, counters, target, []);
  if (!isAll) return { kind: 'look-further' };

  const page = await expired(productId, most);
  if (page === null) return { kind: 'look-further' };
  const released: Row<StockHold>[] = [];
  for (const hold of page.rows) {
    if (free >= more) break;
    if (hold.id === own?.id) continue;
    released.push(hold);
    free += hold.data.qty;
  }
  if (free >= more) return gatherUnits(request, counters, target, released);
  return { kind: 'short', productId, free, hasMoreExpired: page.hasMore, counted: counters.length };
}

/** Returns how the units are gathered in the target counter, after expired holds have released theirs. */
function gatherUnits(
  { productId, more }: UnitRequest,
  counters: readonly StockCounter[],
  target: number,
  released: readonly Row<StockHold>[],
): AllocatedProduct {
  const freed = new Map<number, number>();
  for (const { data } of released) freed.set(data.shard, (freed.get(data.shard) ?? 0) + data.qty);
  const free = new Map(
    counters.map((counter) => [counter.shard, availableOf(counter) + (freed.get(counter.shard) ?? 0)]),
  );
  const moved = gather(free, target, more);
  const changes = counters.map((counter) => ({
    counter,
    moved: moved.get(counter.shard) ?? 0,
    held: (counter.shard === target ? more : 0) - (freed.get(counter.shard) ?? 0),
  }));
  return { kind: 'allocated', productId, shard: target, changes, released };
}
