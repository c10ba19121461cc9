import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';

/** A bus that records every published event for a test, and lets the test publish as other processes. */
export class ScriptedBus implements TunnelBus {
  readonly isShared = true;
  readonly sent: BusEvent[] = [];
  readonly takers = new Set<(events: readonly BusEvent[]) => void>();
  isDown = false;

  async publish(events: readonly BusEvent[]): Promise<void> {
    if (this.isDown) throw new Error('the bus is down');
    this.sent.push(...events);
  }

  subscribe(take: (events: readonly BusEvent[]) => void): () => void {
    this.takers.add(take);
    return () => void this.takers.delete(take);
  }

  async close(): Promise<void> {
    this.takers.clear();
  }

  say(...events: BusEvent[]): void {
    for (const take of this.takers) take(events);
  }
}
