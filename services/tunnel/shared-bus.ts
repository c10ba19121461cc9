import { randomInt } from 'node:crypto';
import { newId } from '#lib/core/ids.ts';
import type { Runtime } from '#lib/core/runtime.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import { from } from '#lib/data/query.ts';
import type { BusEvent } from '#lib/tunnel/bus.ts';
import { TunnelBusRows } from '#lib/tunnel/collections.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import { MAX_INLINE_BYTES } from '#lib/tunnel/values.ts';

/** For how long events gather before they are written as one row. */
const GATHER_MS = 50;
const EVENTS_PER_ROW = 50;
/** Rows seen at once; more than this between two looks are lost, which the counters of the channels repair. */
const TAIL = 100;
/** A listener hears what was published while it was being opened. */
const OVERLAP_MS = 5_000;
const KEPT_MS = 10 * MINUTE_MS;

type Options = Pick<Runtime, 'data' | 'now' | 'log'> & {
  readonly shards: number;
  /** Where a process may be frozen after each answer, nothing may wait for a timer. */
  readonly gathers: boolean;
};

/**
 * The bus of several processes: rows of the store that each of them watches, by one listener per shard and only while it
 * has somebody to tell. What it loses, repeats or reorders the hub repairs.
 */
export function openSharedBus({ data, now, log, shards, gathers }: Options): TunnelBus {
  let waiting: BusEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(events: readonly BusEvent[]): Promise<void> {
    const at = now();
    const row = {
      shard: randomInt(shards),
      at: at.toISOString(),
      origin: events[0]?.origin ?? '',
      events: JSON.stringify(events.map(lean)),
      expiresAt: after(at, KEPT_MS),
    };
    await data.create(TunnelBusRows, newId('busRow'), row);
  }

  /** Writes what has gathered; a row that cannot be written is lost, as on any bus. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const gathered = waiting;
    waiting = [];
    writing = writing.then(async () => {
      for (let from = 0; from < gathered.length; from += EVENTS_PER_ROW)
        await write(gathered.slice(from, from + EVENTS_PER_ROW)).catch((error: unknown) =>
          log('error', 'tunnel.bus_write_failed', { error }),
        );
    });
    return writing;
  }

  return {
    isShared: true,
    publish: async (events) => {
      waiting.push(...events);
      if (!gathers) await flush();
      else timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    subscribe: (take) => {
      const since = after(now(), -OVERLAP_MS);
      const stops = Array.from({ length: shards }, (_, shard) =>
        data.watch(tailOf(shard), (_rows, changes) => {
          for (const { kind, row } of [...changes].sort((a, b) => (a.row.data.at < b.row.data.at ? -1 : 1)))
            if (kind === 'added' && row.data.at >= since) take(JSON.parse(row.data.events) as BusEvent[]);
        }),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: () => flush(),
  };
}

const tailOf = (shard: number) => from(TunnelBusRows).where('shard', '==', shard).orderBy('at', 'desc').limit(TAIL);

/** What is too large to travel is read by each process from its row. */
function lean({ data, ...event }: BusEvent): BusEvent {
  const isLarge = event.rev !== undefined && JSON.stringify(data ?? null).length > MAX_INLINE_BYTES;
  return isLarge ? { ...event, ref: String(event.rev) } : { ...event, data };
}
