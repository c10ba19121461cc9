import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { StockHolds, StockLevels } from '#lib/store/collections.ts';
import type { StockHold, StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, type Bin, type BinChange, changeBins, gather, totalOf, updateBin } from './bins.ts';
import { CLEARED_AT_ONCE, type FindExpired, noneExpired } from './give-way.ts';
import { noticeStock } from './notice.ts';
import { binsToTry, type Look } from './shards.ts';

/**
 * The number of other buyers' expired holds that one transaction releases over all its products. A commit allows 500
 * writes, and the payment of an order with 50 lines from 50 vendors takes about 300 of them.
 */
const CLEARED_IN_ALL = 120;

/**
 * The buyer who needs units, and the buyer's live holds. Those holds are not released, and new units are added to them.
 */
export type Asker = {
  readonly who: string;
  readonly own: ReadonlyMap<string, Row<StockHold>>;
  /** How far to look into sharded stock; into all of it by default. */
  readonly look?: Look | undefined;
  /** The expired holds that may be released. By default those of the look, or none. */
  readonly expired?: FindExpired | undefined;
};

type Ask = {
  readonly productId: string;
  readonly more: number;
  readonly who: string;
  readonly own: Row<StockHold> | undefined;
  readonly look: Look | undefined;
  readonly expired: FindExpired;
};

type Take = {
  readonly productId: string;
  /** The bin that counts the units. */
  readonly shard: number;
  readonly changes: readonly BinChange[];
  /** Other buyers' expired holds that are released. */
  readonly cleared: readonly Row<StockHold>[];
};

type Short = {
  readonly productId: string;
  readonly free: number;
  readonly clogged: boolean;
  /** The number of rows that `free` was summed over. */
  readonly counted: number;
};

/** The units that a transaction found for a request; `takeRoom` writes them. */
export type Room = {
  readonly takes: readonly Take[];
  /** The bin of each product's units. A product without a request for more units is omitted. */
  readonly shards: ReadonlyMap<string, number>;
  /** Products with too few units, with the number that they could give. */
  readonly short: ReadonlyMap<string, number>;
  /** The short products that still have more expired holds than one transaction releases. */
  readonly clogged: readonly string[];
  /**
   * True when a short figure is a sum of rows. Read outside a transaction, units may have moved between the rows
   * unseen.
   */
  readonly isSum: boolean;
};

/**
 * The time of a change, and the settings of the deployment: when no process watches the levels, the catalog must be
 * updated.
 */
export type Moment = { readonly env: Parameters<typeof noticeStock>[1]; readonly now: Date };

export const laneOf = (productId: string): string => `${StockLevels.name}/${productId}`;

/**
 * Finds more units of each product: first free units, then the units of other buyers' expired holds. Only reads. It
 * reports a sharded product as `short` only after it has read every shard.
 */
export async function findRoom(
  t: Reader,
  wants: ReadonlyMap<string, number>,
  { who, own, look, expired = look?.expired ?? noneExpired }: Asker,
): Promise<Room> {
  const asked = [...wants].filter(([, more]) => more > 0);
  const most = Math.min(CLEARED_AT_ONCE, Math.floor(CLEARED_IN_ALL / Math.max(1, asked.length)));
  const levels = await t.getMany(
    StockLevels,
    asked.map(([productId]) => productId),
  );
  const answers = await Promise.all(
    asked.map(([productId, more], i) =>
      roomFor(t, levels[i], { productId, more, who, own: own.get(productId), look, expired }, most),
    ),
  );
  const short = answers.filter((answer) => 'free' in answer);
  const takes = answers.filter((answer) => 'cleared' in answer);
  return {
    takes,
    shards: new Map(takes.map(({ productId, shard }) => [productId, shard])),
    short: new Map(short.map(({ productId, free }) => [productId, free])),
    clogged: short.filter(({ clogged }) => clogged).map(({ productId }) => productId),
    isSum: short.some(({ counted }) => counted > 1),
  };
}

async function roomFor(t: Reader, level: Row<StockLevel> | undefined, ask: Ask, most: number): Promise<Take | Short> {
  const { productId, more, own, look, expired } = ask;
  if (!level) return { productId, free: 0, clogged: false, counted: 0 };
  const { bins, target, isAll } = await binsToTry(t, level, { more, who: ask.who, pinned: own?.data.shard, look });
  if ((isAll || bins.length === 1) && availableOf(totalOf(bins)) >= more) return takeOf(ask, bins, target, []);
  if (!isAll) {
    if (look) look.isCut = true;
    return { productId, free: 0, clogged: false, counted: bins.length };
  }

  const page = await expired(productId, most);
  const cleared: Row<StockHold>[] = [];
  let free = availableOf(totalOf(bins));
  for (const hold of page.rows) {
    if (free >= more) break;
    if (hold.id === own?.id) continue;
    cleared.push(hold);
    free += hold.data.qty;
  }
  if (free >= more) return takeOf(ask, bins, target, cleared);
  return { productId, free, clogged: page.hasMore, counted: bins.length };
}

/** Returns how the units are gathered in the target bin, after the cleared holds have released theirs. */
function takeOf(
  { productId, more }: Ask,
  bins: readonly Bin[],
  target: number,
  cleared: readonly Row<StockHold>[],
): Take {
  const freed = new Map<number, number>();
  for (const { data } of cleared) freed.set(data.shard, (freed.get(data.shard) ?? 0) + data.qty);
  const free = new Map(bins.map((bin) => [bin.shard, availableOf(bin) + (freed.get(bin.shard) ?? 0)]));
  const moved = gather(free, target, more);
  const changes = bins.map((bin) => ({
    bin,
    moved: moved.get(bin.shard) ?? 0,
    held: (bin.shard === target ? more : 0) - (freed.get(bin.shard) ?? 0),
  }));
  return { productId, shard: target, changes, cleared };
}

/** Writes the result of `findRoom`: holds the units, and releases the holds in the way. */
export function takeRoom(t: Writer, { takes }: Room, { env, now }: Moment): void {
  const updatedAt = now.toISOString();
  for (const { productId, changes, cleared } of takes) {
    changeBins(t, changes, updatedAt);
    for (const { id } of cleared) t.update(StockHolds, id, { state: 'released', updatedAt });
    // Only some bins of a sharded product may have been read. When those run empty, the catalog checks the product.
    const before = availableOf(totalOf(changes.map(({ bin }) => bin)));
    const after = before - changes.reduce((sum, { held }) => sum + held, 0);
    noticeStock(t, env, { productId, before, after, now });
  }
}

/**
 * Subtracts units from the `held` of their bin without reading the bin. The state of the hold row ensures that this
 * happens only once.
 */
export function giveRoomBack(
  t: Writer,
  { productId, shard }: Pick<StockHold, 'productId' | 'shard'>,
  qty: number,
  { env, now }: Moment,
): void {
  updateBin(t, { productId, shard }, { held: inc(-qty), updatedAt: now.toISOString() });
  // The number of available units is unknown here, so the notice assumes that there were none.
  noticeStock(t, env, { productId, before: 0, after: qty, now });
}
