import type { Runtime } from '#lib/context/runtime.ts';
import { after, before, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { from } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { TunnelBusRows } from '#lib/tunnel/collections.ts';

type BusRow = Row<{ readonly at: string; readonly events: string }>;

/** The maximum number of rows per watch. The next watch continues after them. */
const MAX_ROWS = 500;
/** The maximum difference between the clocks of two processes. A row that arrives now may be dated this far back. */
const SKEW_MS = MINUTE_MS;
/** Rows published this long before the tail opened are delivered too. */
const OPENING_MS = 5 * SECOND_MS;
/** The lifetime of a watch, so that no watch holds expired rows. */
const RENEWED_MS = 5 * MINUTE_MS;

type Options = Pick<Runtime, 'data' | 'now'> & {
  readonly shard: number;
  readonly take: (events: readonly BusEvent[]) => void;
};
type Watch = { readonly since: string; readonly openedAt: Date; stop: () => void };

/**
 * Delivers the rows written to one shard from now on, by the clocks of the writers, until the returned function is
 * called. The tail misses no row, however many arrive at once and however late they are dated within `SKEW_MS`. A
 * change of watches may deliver a row twice.
 */
export function openTail({ data, now, shard, take }: Options): () => void {
  const openingFrom = before(now(), OPENING_MS);
  const watches: Watch[] = [];
  let isStopped = false;

  function watchFrom(since: string, isNew: (row: BusRow) => boolean): void {
    const watch: Watch = { since, openedAt: now(), stop: () => undefined };
    let isFirst = true;
    let seenIds: Set<string> | null = new Set();
    watches.push(watch);
    watch.stop = data.watch(rowsSince(shard, since), (rows, changes) => {
      if (isStopped) return;
      const added = changes.flatMap(({ kind, row }) => (kind === 'added' ? [row] : []));
      const newRows = isFirst ? added.filter(isNew) : added;
      for (const { id } of rows) seenIds?.add(id);
      if (isFirst)
        void readOnce(since).then((found) => {
          deliver(found.filter((row) => isNew(row) && !seenIds?.has(row.id)));
          seenIds = null;
        });
      isFirst = false;
      deliver(newRows);
      renewWatch(watch, rows);
    });
  }

  function deliver(rows: BusRow[]): void {
    if (isStopped) return;
    for (const row of rows.sort(byTime)) take(JSON.parse(row.data.events) as BusEvent[]);
  }

  /**
   * Reads the rows once more, because rows committed while a watch opens may be missing from its results. The emulator
   * once skipped a row that was 50 ms old. When this read fails, listeners recover from the stored rows, as for every
   * event that a bus loses.
   */
  const readOnce = (since: string): Promise<readonly BusRow[]> =>
    data.find(rowsSince(shard, since)).then(
      ({ rows }) => rows,
      () => [],
    );

  /** Opens the next watch when this one is full or old, and stops watches that can receive no more rows. */
  function renewWatch(watch: Watch, rows: readonly BusRow[]): void {
    const last = rows.at(-1)?.data.at ?? '';
    if (watch === watches.at(-1)) {
      if (rows.length >= MAX_ROWS && last > watch.since) watchFrom(last, () => true);
      else if (before(now(), RENEWED_MS) > watch.openedAt.toISOString()) watchFrom(before(now(), SKEW_MS), () => true);
    }
    for (let next = watches[1]; next && next.since < before(now(), SKEW_MS); next = watches[1]) watches.shift()?.stop();
  }

  // Older rows were published before any listener of this process existed.
  watchFrom(before(now(), SKEW_MS), ({ data: { at } }) => at >= openingFrom);
  return () => {
    isStopped = true;
    for (const watch of watches) watch.stop();
  };
}

const byTime = (a: BusRow, b: BusRow): number => (a.data.at < b.data.at ? -1 : 1);

const rowsSince = (shard: number, since: string) =>
  from(TunnelBusRows).where('shard', '==', shard).where('at', '>=', since).orderBy('at').limit(MAX_ROWS);

/**
 * Returns the time of a publisher's next row, always later than its previous row, so that rows of one process keep
 * their order.
 */
export const nextAt = (last: string, now: Date): string =>
  last < now.toISOString() ? now.toISOString() : after(new Date(last), 1);
