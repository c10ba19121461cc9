import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { StockHolds, StockLevels } from './collections.ts';
import { takeableBefore } from './hold-life.ts';
import { expiredHoldsOf } from './queries.ts';
import type { StockHold, StockLevel } from './schemas/stock.ts';
import { noticeStock } from './stock-notice.ts';

/** Expired holds of others that one transaction clears out of its way: of one product, and of all, for a commit is small. */
const CLEARED_AT_ONCE = 20;
const CLEARED_IN_ALL = 200;

type Take = {
  readonly productId: string;
  readonly level: StockLevel;
  readonly more: number;
  /** Expired holds of others that give way. */
  readonly cleared: readonly Row<StockHold>[];
};

type Short = { readonly productId: string; readonly free: number; readonly clogged: boolean };

/** What a transaction found when it asked for units; `takeRoom` writes it. */
export type Room = {
  readonly takes: readonly Take[];
  /** Products that cannot give what was asked, with what they could give. */
  readonly short: ReadonlyMap<string, number>;
  /** Of the short ones, those that still have more expired holds than one transaction clears. */
  readonly clogged: readonly string[];
};

/** When units move, and in which deployment: where nobody watches the levels the catalog has to be told. */
export type Moment = { readonly env: Parameters<typeof noticeStock>[1]; readonly now: Date };

export const laneOf = (productId: string): string => `${StockLevels.name}/${productId}`;

/** Available to buy, everywhere. */
export const availableOf = ({ onHand, held }: Pick<StockLevel, 'onHand' | 'held'>): number => onHand - held;

/**
 * Looks for so many units more of each product: first what is free, then what holds of others keep past their time.
 * Reads only. `mine` are holds that must not be cleared because the caller goes on with them.
 */
export async function findRoom(
  t: Reader,
  wants: ReadonlyMap<string, number>,
  now: Date,
  mine: ReadonlySet<string> = new Set(),
): Promise<Room> {
  const asked = [...wants].filter(([, more]) => more > 0);
  const most = Math.min(CLEARED_AT_ONCE, Math.ceil(CLEARED_IN_ALL / Math.max(1, asked.length)));
  const levels = await t.getMany(
    StockLevels,
    asked.map(([productId]) => productId),
  );
  const answers = await Promise.all(
    asked.map(async ([productId, more], i): Promise<Take | Short> => {
      const level = levels[i]?.data;
      if (!level) return { productId, free: 0, clogged: false };
      if (availableOf(level) >= more) return { productId, level, more, cleared: [] };
      return clearWay(t, { productId, level, more }, now, { mine, most });
    }),
  );
  const short = answers.filter((answer) => 'free' in answer);
  return {
    takes: answers.filter((answer) => 'cleared' in answer),
    short: new Map(short.map(({ productId, free }) => [productId, free])),
    clogged: short.filter(({ clogged }) => clogged).map(({ productId }) => productId),
  };
}

async function clearWay(
  t: Reader,
  { productId, level, more }: Omit<Take, 'cleared'>,
  now: Date,
  { mine, most }: { readonly mine: ReadonlySet<string>; readonly most: number },
): Promise<Take | Short> {
  const page = await t.find(expiredHoldsOf(productId, takeableBefore(now), most));
  const others = page.rows.filter(({ id }) => !mine.has(id));
  const cleared: Row<StockHold>[] = [];
  let free = availableOf(level);
  for (const hold of others) {
    if (free >= more) break;
    cleared.push(hold);
    free += hold.data.qty;
  }
  return free >= more ? { productId, level, more, cleared } : { productId, free, clogged: page.next !== null };
}

/** Writes what `findRoom` found: the units are held, and the holds in the way are released. */
export function takeRoom(t: Writer, { takes }: Room, { env, now }: Moment): void {
  const updatedAt = now.toISOString();
  for (const { productId, level, more, cleared } of takes) {
    const taken = more - cleared.reduce((sum, hold) => sum + hold.data.qty, 0);
    t.update(StockLevels, productId, { held: level.held + taken, updatedAt });
    for (const { id } of cleared) t.update(StockHolds, id, { state: 'released', updatedAt });
    const before = availableOf(level);
    noticeStock(t, env, { productId, before, after: before - taken, now });
  }
}

/** Takes units out of `held` without reading the level: what makes it happen once is the hold row that says so. */
export function giveRoomBack(t: Writer, productId: string, qty: number, { env, now }: Moment): void {
  t.update(StockLevels, productId, { held: inc(-qty), updatedAt: now.toISOString() });
  // How much was available is not known here, so the catalog is told as if there had been nothing.
  noticeStock(t, env, { productId, before: 0, after: qty, now });
}
