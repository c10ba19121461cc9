import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import type { BusEvent, ControlEvent } from './bus.ts';

/** The maximum number of event ids in the dedupe window. */
const MAX_IDS = 10_000;

/** Connects this process to the bus. Delivers own events at once, and each event of another process at most once. */
export class BusLine {
  /** The id of this process in the events it publishes. */
  readonly origin = newId('process');
  readonly #runtime: Pick<Runtime, 'now' | 'log'>;
  readonly #bus: TunnelBus;
  readonly #take: (event: BusEvent) => void;
  readonly #dedupeWindow = new DedupeWindow();
  readonly #pendingRequests = new PendingRequests();
  #listeners = 0;
  #unsubscribe: (() => void) | undefined;

  /** `take` receives each event, including those of this process. */
  constructor(runtime: Pick<Runtime, 'now' | 'log'>, bus: TunnelBus, take: (event: BusEvent) => void) {
    this.#runtime = runtime;
    this.#bus = bus;
    this.#take = take;
  }

  /** Delivers events to this process at once and publishes them on the bus. A failure of the bus is only logged. */
  async publish(events: readonly Omit<BusEvent, 'id' | 'origin'>[]): Promise<void> {
    const sent = events.map((event) => ({ id: newId('event'), origin: this.origin, ...event }));
    for (const event of sent) this.#take(event);
    try {
      const shared = sent.filter(({ isLocal }) => !isLocal);
      if (shared.length > 0) await this.#bus.publish(shared);
    } catch (error) {
      this.#runtime.log('error', 'tunnel.publish_failed', { error, events: sent.length });
    }
  }

  /** Adds or removes one listener. The bus subscription lasts from the first listener to the last. */
  countListener(change: 1 | -1): void {
    this.#listeners += change;
    if (this.#listeners === 0) {
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    } else
      this.#unsubscribe ??= this.#bus.subscribe((events) => {
        for (const event of events)
          if (event.origin !== this.origin && this.#dedupeWindow.isNew(event.id)) this.#take(event);
      });
  }

  /** Returns whether another process confirms within the time limit that this user is connected to it. */
  async isLiveElsewhere(userId: string): Promise<boolean> {
    if (!this.#bus.isShared) return false;
    this.countListener(1);
    try {
      return await this.#pendingRequests.send((askId) => this.#control('live.asked', { askId, userId }));
    } finally {
      this.countListener(-1);
    }
  }

  /** Confirms a request of `isLiveElsewhere`. Every process receives the confirmation. */
  confirmLive(askId: string): void {
    void this.#control('live.answered', { askId });
  }

  /** Handles a confirmation from another process. The id of a request that this process did not send is ignored. */
  receiveConfirmation(askId: string): void {
    this.#pendingRequests.resolve(askId);
  }

  close(): Promise<void> {
    return this.#bus.close();
  }

  #control(event: ControlEvent, data: unknown): Promise<void> {
    return this.publish([{ channel: CONTROL_CHANNEL, event, data, at: this.#runtime.now().toISOString() }]);
  }
}

/** Drops repeated events by the ids of the latest events, because a bus may repeat an event. */
class DedupeWindow {
  readonly #ids = new Set<string>();

  /** Records the id. Returns true when the id is new. */
  isNew(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_IDS && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }
}

/** How long a request waits for a response from other processes. */
const WAIT_MS = 200;

/** Requests to other processes that wait for the first positive response. */
class PendingRequests {
  readonly #pending = new Map<string, (isConfirmed: boolean) => void>();

  /** Sends a request. Resolves to true on the first positive response, or to false when none arrives in time. */
  async send(send: (askId: string) => Promise<void>): Promise<boolean> {
    const askId = newId('request');
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), WAIT_MS);
    this.#pending.set(askId, resolve);
    try {
      await send(askId);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(askId);
    }
  }

  resolve(askId: string): void {
    this.#pending.get(askId)?.(true);
  }
}
