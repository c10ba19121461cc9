import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { StockHolds, StockLevels } from '#lib/store/collections.ts';
import type { StockHold, StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, type Bin, type BinChange, changeBins, gather, totalOf, updateBin } from './bins.ts';
import { CLEARED_AT_ONCE, type FindExpired, noneExpired } from './give-way.ts';
import { noticeStock } from './notice.ts';
import { binsToTry, type Look } from './shards.ts';

/**
 * Expired holds of others that one transaction clears of all its products. A commit takes 500 writes, and the payment of
 * an order of 50 lines by 50 vendors is some 300 of them.
 */
const CLEARED_IN_ALL = 120;

/** Who asks for room, and the live holds they have already: those are not cleared, and what comes to them joins them. */
export type Asker = {
  readonly who: string;
  readonly own: ReadonlyMap<string, Row<StockHold>>;
  /** How far to look into sharded stock; as far as it goes unless told. */
  readonly look?: Look | undefined;
  /** Which expired holds may give way; those of the look, or none, unless told. */
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
  /** Expired holds of others that give way. */
  readonly cleared: readonly Row<StockHold>[];
};

type Short = {
  readonly productId: string;
  readonly free: number;
  readonly clogged: boolean;
  /** How many rows that figure was counted over. */
  readonly counted: number;
};

/** What a transaction found when it asked for units; `takeRoom` writes it. */
export type Room = {
  readonly takes: readonly Take[];
  /** In which bin the units of each product are; where nothing more was asked for it is not named. */
  readonly shards: ReadonlyMap<string, number>;
  /** Products that cannot give what was asked, with what they could give. */
  readonly short: ReadonlyMap<string, number>;
  /** Of the short ones, those that still have more expired holds than one transaction clears. */
  readonly clogged: readonly string[];
  /** Whether a short figure is a sum of rows: read outside a transaction, units may have passed between them unseen. */
  readonly isSum: boolean;
};

/** When units move, and in which deployment: where nobody watches the levels the catalog has to be told. */
export type Moment = { readonly env: Parameters<typeof noticeStock>[1]; readonly now: Date };

export const laneOf = (productId: string): string => `${StockLevels.name}/${productId}`;

/**
 * Looks for so many units more of each product: first what is free, then what holds of others keep past their time.
 * Reads only. Of a sharded product it says `short` only after it has looked into every shard.
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

/** How the units come together in the target, once the cleared holds have let go of theirs. */
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

/** Writes what `findRoom` found: the units are held, and the holds in the way are released. */
export function takeRoom(t: Writer, { takes }: Room, { env, now }: Moment): void {
  const updatedAt = now.toISOString();
  for (const { productId, changes, cleared } of takes) {
    changeBins(t, changes, updatedAt);
    for (const { id } of cleared) t.update(StockHolds, id, { state: 'released', updatedAt });
    // Of a sharded product only some bins may have been read: when those are empty the catalog is told to look.
    const before = availableOf(totalOf(changes.map(({ bin }) => bin)));
    const after = before - changes.reduce((sum, { held }) => sum + held, 0);
    noticeStock(t, env, { productId, before, after, now });
  }
}

/**
 * Takes units out of the `held` of the bin that counts them, without reading it: what makes it happen once is the hold
 * row that says so.
 */
export function giveRoomBack(
  t: Writer,
  { productId, shard }: Pick<StockHold, 'productId' | 'shard'>,
  qty: number,
  { env, now }: Moment,
): void {
  updateBin(t, { productId, shard }, { held: inc(-qty), updatedAt: now.toISOString() });
  // How much was available is not known here, so the catalog is told as if there had been nothing.
  noticeStock(t, env, { productId, before: 0, after: qty, now });
}
