import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import type { BusEvent, ControlEvent } from './bus.ts';
import { Questions } from './questions.ts';

/** How many event ids are remembered. */
const MOST_IDS = 10_000;

/** Connects this process to the bus. Own events are delivered here at once; each event of another process at most once. */
export class BusLine {
  /** The id of this process in the events it publishes. */
  readonly origin = newId('process');
  readonly #runtime: Pick<Runtime, 'now' | 'log'>;
  readonly #bus: TunnelBus;
  readonly #take: (event: BusEvent) => void;
  readonly #seen = new DedupeWindow();
  readonly #questions = new Questions();
  #hearers = 0;
  #stopHearing: (() => void) | undefined;

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

  /** Counts one listener more or less. The bus subscription lasts from the first listener to the last. */
  hear(change: 1 | -1): void {
    this.#hearers += change;
    if (this.#hearers === 0) {
      this.#stopHearing?.();
      this.#stopHearing = undefined;
    } else
      this.#stopHearing ??= this.#bus.subscribe((events) => {
        for (const event of events) if (event.origin !== this.origin && this.#seen.isNew(event.id)) this.#take(event);
      });
  }

  /** Whether another process reports within the time limit that this user is connected to it. */
  async isLiveElsewhere(userId: string): Promise<boolean> {
    if (!this.#bus.isShared) return false;
    this.hear(1);
    try {
      return await this.#questions.ask((askId) => this.#control('live.asked', { askId, userId }));
    } finally {
      this.hear(-1);
    }
  }

  /** Answers yes to a question of `isLiveElsewhere`. Every process receives the answer. */
  sayLive(askId: string): void {
    void this.#control('live.answered', { askId });
  }

  /** Handles a yes from another process. A question id that this process did not send is ignored. */
  heardLive(askId: string): void {
    this.#questions.answer(askId);
  }

  close(): Promise<void> {
    return this.#bus.close();
  }

  #control(event: ControlEvent, data: unknown): Promise<void> {
    return this.publish([{ channel: CONTROL_CHANNEL, event, data, at: this.#runtime.now().toISOString() }]);
  }
}

/** Remembers the ids of the latest events, because a bus may repeat an event. */
class DedupeWindow {
  readonly #ids = new Set<string>();

  /** Records the id. Returns true when the id is new. */
  isNew(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST_IDS && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }
}
