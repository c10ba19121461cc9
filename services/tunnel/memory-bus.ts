import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';

/** The bus of a single process: delivers published events at once. */
export function openMemoryBus(): TunnelBus {
  const takers = new Set<(events: readonly BusEvent[]) => void>();
  return {
    isShared: false,
    publish: async (events) => {
      for (const take of takers) take(events);
    },
    subscribe: (take) => {
      takers.add(take);
      return () => takers.delete(take);
    },
    close: async () => takers.clear(),
  };
}
