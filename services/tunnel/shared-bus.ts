import { randomInt } from 'node:crypto';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { TunnelBusRows } from '#lib/tunnel/collections.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import { rowTextsOf } from './bus-rows.ts';
import { nextAt, openTail } from './bus-tail.ts';

/** For how long events gather before they are written. */
const GATHER_MS = 50;
const KEPT_MS = 10 * MINUTE_MS;
/** So long the tail stays open when nobody hears it any more: opening it costs a reading of the last minute. */
const LINGER_MS = MINUTE_MS;

type Options = Pick<Runtime, 'data' | 'now' | 'log'> & {
  readonly shards: number;
  /** Where a process may be frozen after each answer, nothing may wait for a timer. */
  readonly gathers: boolean;
};
type Take = Parameters<TunnelBus['subscribe']>[0];

/**
 * The bus of several processes: rows of the store that each of them watches, a shard at a time and only while it has
 * somebody to tell. What it loses, repeats or reorders the hub repairs.
 */
export function openSharedBus({ data, now, log, shards, gathers }: Options): TunnelBus {
  const takers = new Set<Take>();
  let waiting: BusEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let lastAt = '';
  let closeTail: (() => void) | undefined;
  let linger: NodeJS.Timeout | undefined;

  async function write(events: string, origin: string): Promise<void> {
    lastAt = nextAt(lastAt, now());
    const row = { shard: randomInt(shards), at: lastAt, origin, events, expiresAt: after(new Date(lastAt), KEPT_MS) };
    await data.create(TunnelBusRows, newId('busRow'), row);
  }

  /** Writes what has gathered; a row that cannot be written is lost, as on any bus. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const gathered = waiting;
    waiting = [];
    writing = writing.then(async () => {
      for (const events of rowTextsOf(gathered))
        await write(events, gathered[0]?.origin ?? '').catch((error: unknown) =>
          log('error', 'tunnel.bus_write_failed', { error }),
        );
    });
    return writing;
  }

  function openTails(): () => void {
    const take: Take = (events) => {
      for (const taker of takers) taker(events);
    };
    const stops = Array.from({ length: shards }, (_, shard) => openTail({ data, now, shard, take }));
    return () => {
      for (const stop of stops) stop();
    };
  }

  function stopHearing(): void {
    clearTimeout(linger);
    closeTail?.();
    closeTail = undefined;
  }

  return {
    isShared: true,
    publish: async (events) => {
      waiting.push(...events);
      if (!gathers) await flush();
      else timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    subscribe: (take) => {
      clearTimeout(linger);
      takers.add(take);
      closeTail ??= openTails();
      return () => {
        takers.delete(take);
        if (takers.size === 0) linger = setTimeout(stopHearing, LINGER_MS).unref();
      };
    },
    close: async () => {
      stopHearing();
      await flush();
    },
  };
}
