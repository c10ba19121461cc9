import type { Runtime } from '#lib/context/runtime.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { countDelivered, openDay } from './figures.ts';

const EVERY_MS = 30 * SECOND_MS;

export type RealtimeTally = { add(count: number): void };

/**
 * Counts the events that open pages of this process received, and adds them to the daily figures every 30 seconds. A
 * write for each event would cost more than the event itself. Events that are not yet added when the process ends are
 * lost; the figure may be off by them.
 */
export function openRealtimeTally(runtime: Pick<Runtime, 'data' | 'memo' | 'now' | 'log'>): RealtimeTally {
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    timer = undefined;
    const by = pending;
    pending = 0;
    try {
      const day = await openDay(runtime);
      await runtime.data.batch((write) => countDelivered(write, day, 'realtime', 'realTimeDelivered', by));
    } catch (error) {
      runtime.log('warn', 'notification-figures.not_added', { by, error });
    }
  }

  return {
    add(count) {
      pending += count;
      if (timer === undefined) timer = setTimeout(() => void flush(), EVERY_MS).unref();
    },
  };
}
