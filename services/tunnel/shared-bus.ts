import { randomInt } from 'node:crypto';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { TunnelBusRows } from '#lib/tunnel/collections.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import { rowTextsOf } from './bus-rows.ts';
import { nextAt, openTail } from './bus-tail.ts';

/** How long events are collected before they are written. */
const GATHER_MS = 50;
const KEPT_MS = 10 * MINUTE_MS;
/** How long the tail stays open without subscribers: reopening it costs a read of the last minute's rows. */
const LINGER_MS = MINUTE_MS;

type Options = Pick<Runtime, 'data' | 'now' | 'log'> & {
  readonly shards: number;
  /** Whether events may wait for a timer. False on a platform that may freeze the process after each response. */
  readonly gathers: boolean;
};
type Take = Parameters<TunnelBus['subscribe']>[0];

/**
 * The bus of several processes. Its rows are stored in the database. Each process watches the shards of the rows, only
 * while the process has listeners. The hub repairs what this bus loses, repeats or reorders.
 */
export function openSharedBus({ data, now, log, shards, gathers }: Options): TunnelBus {
  const subscribers = new Set<Take>();
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

  /** Writes the collected events. A row that cannot be written is lost, as on any bus. */
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
      for (const subscriber of subscribers) subscriber(events);
    };
    const stops = Array.from({ length: shards }, (_, shard) => openTail({ data, now, shard, take }));
    return () => {
      for (const stop of stops) stop();
    };
  }

  function closeTails(): void {
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
      subscribers.add(take);
      closeTail ??= openTails();
      return () => {
        subscribers.delete(take);
        if (subscribers.size === 0) linger = setTimeout(closeTails, LINGER_MS).unref();
      };
    },
    close: async () => {
      closeTails();
      await flush();
    },
  };
}
