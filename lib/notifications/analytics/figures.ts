import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { dayOf, HOUR_MS } from '#lib/core/time.ts';
import { inc, type Patch } from '#lib/data/patch.ts';
import type { Writer } from '#lib/data/store.ts';
import { NotificationCounts, NotificationStats } from '#lib/notifications/collections.ts';
import {
  type DayFigures,
  type DeliveryFigure,
  type FigureName,
  figureName,
} from '#lib/notifications/schemas/analytics.ts';
import {
  type Cell,
  type CellName,
  type NotificationCounts as Counts,
  cellName,
} from '#lib/notifications/schemas/counts.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';

export const SHARDS = 8;

export const figuresId = (day: string, shard: number): string => `${day}_${shard}`;
/** Returns the shard of a notification. It never changes, so a read is added to the shard that counted the creation. */
const shardOf = (id: string): number => (id.codePointAt(id.length - 1) ?? 0) % SHARDS;

/**
 * Creates today's documents, so that later writes can increment them without a read. Cheap after the first call per
 * process and day.
 */
export function openDay(ctx: Pick<Context, 'data' | 'memo' | 'now'>): Promise<string> {
  const day = dayOf(ctx.now());
  return ctx.memo.get(`notification-day-${day}`, HOUR_MS, async () => {
    const ids = Array.from({ length: SHARDS }, (_, shard) => figuresId(day, shard));
    const rows = await ctx.data.getMany(NotificationStats, ids);
    await Promise.all(
      ids.filter((_, at) => !rows[at]).map((id) => ctx.data.create(NotificationStats, id, {}).catch(ignoreExisting)),
    );
    return day;
  });
}

/** Ignores the error of a document that another process has created first. */
function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EXISTS') throw error;
}

/** Increments by document. Several increments of one document become one write. */
type Sums<N extends string> = Map<string, Map<N, number>>;

function addTo<N extends string>(sums: Sums<N>, id: string, name: N, by: number): void {
  const ofOne = sums.get(id) ?? new Map<N, number>();
  sums.set(id, ofOne.set(name, (ofOne.get(name) ?? 0) + by));
}

/** The increments of one transaction, for the figures of days and the counts of users. Their documents must exist. */
export class Tally {
  readonly #days: Sums<FigureName> = new Map();
  readonly #people: Sums<CellName> = new Map();

  add(day: string, id: string, name: FigureName, by = 1): void {
    addTo(this.#days, figuresId(day, shardOf(id)), name, by);
  }

  /** Moves a row from one cell of its owner's counts to another. `from` is null for a new row, `to` for a deleted row. */
  move(from: Placed | null, to: Placed | null): void {
    if (from) addTo(this.#people, from.userId, cellName(from), -1);
    if (to) addTo(this.#people, to.userId, cellName(to), 1);
  }

  /** Writes all increments in the transaction that changes the rows. */
  write(write: Writer): void {
    for (const [id, patch] of patchesOf(this.#days)) write.update(NotificationStats, id, patch as Patch<DayFigures>);
    for (const [id, patch] of patchesOf(this.#people)) write.update(NotificationCounts, id, patch as Patch<Counts>);
  }
}

type Placed = Cell & Pick<Notification, 'userId'>;

const patchesOf = <N extends string>(sums: Sums<N>) =>
  [...sums].flatMap(([id, ofOne]) => {
    const patch = Object.fromEntries([...ofOne].flatMap(([name, by]) => (by === 0 ? [] : [[name, inc(by)]])));
    return Object.keys(patch).length > 0 ? [[id, patch] as const] : [];
  });

type Counted = Pick<Notification, 'type' | 'priority' | 'countedOn'>;

/** Counts a notification as sent once, on the day of its first text, under its current priority. */
export const sentOf = (tally: Tally, id: string, { type, priority, countedOn }: Counted, by = 1): void =>
  tally.add(countedOn, id, figureName('sent', type, priority), by);
/** Counts a read on the day of the first text, so that no read rate exceeds 1. */
export const readOf = (tally: Tally, id: string, { type, priority, countedOn }: Counted): void =>
  tally.add(countedOn, id, figureName('read', type, priority));

/** Counts a delivery of today. The documents of the day must exist. */
export function countDelivered(write: Writer, day: string, id: string, figure: DeliveryFigure, by = 1): void {
  const tally = new Tally();
  tally.add(day, id, figure, by);
  tally.write(write);
}
