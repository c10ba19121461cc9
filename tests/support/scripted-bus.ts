import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';

/** A bus that records every published event for a test, and lets the test publish as other processes. */
export class ScriptedBus implements TunnelBus {
  readonly isShared = true;
  readonly sent: BusEvent[] = [];
  readonly subscribers = new Set<(events: readonly BusEvent[]) => void>();
  isDown = false;

  async publish(events: readonly BusEvent[]): Promise<void> {
    if (this.isDown) throw new Error('the bus is down');
    this.sent.push(...events);
  }

  subscribe(take: (events: readonly BusEvent[]) => void): () => void {
    this.subscribers.add(take);
    return () => void this.subscribers.delete(take);
  }

  async close(): Promise<void> {
    this.subscribers.clear();
  }

  deliver(...events: BusEvent[]): void {
    for (const take of this.subscribers) take(events);
  }
}
