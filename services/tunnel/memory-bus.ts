import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';

/** The bus of a single process: delivers published events at once. */
export function openMemoryBus(): TunnelBus {
  const subscribers = new Set<(events: readonly BusEvent[]) => void>();
  return {
    isShared: false,
    publish: async (events) => {
      for (const take of subscribers) take(events);
    },
    subscribe: (take) => {
      subscribers.add(take);
      return () => subscribers.delete(take);
    },
    close: async () => subscribers.clear(),
  };
}
