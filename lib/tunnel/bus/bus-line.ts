import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import type { BusEvent, ControlEvent } from './bus.ts';
import { Questions } from './questions.ts';
import { Seen } from './seen.ts';

/** This process on the bus: what it publishes is told here at once, what others publish once, however often it comes. */
export class BusLine {
  /** The name of this process in what it publishes. */
  readonly origin = newId('process');
  readonly #runtime: Pick<Runtime, 'now' | 'log'>;
  readonly #bus: TunnelBus;
  readonly #take: (event: BusEvent) => void;
  readonly #seen = new Seen();
  readonly #questions = new Questions();
  #hearers = 0;
  #stopHearing: (() => void) | undefined;

  /** `take`: gets each event, also those of this process. */
  constructor(runtime: Pick<Runtime, 'now' | 'log'>, bus: TunnelBus, take: (event: BusEvent) => void) {
    this.#runtime = runtime;
    this.#bus = bus;
    this.#take = take;
  }

  /** Tells this process at once and the others by the bus, whose failure is only logged. */
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

  /** Listens to the other processes while there is anybody here to tell: one more who hears, or one less. */
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

  /** Whether some other process says in time that this person is connected to it. */
  async isLiveElsewhere(userId: string): Promise<boolean> {
    if (!this.#bus.isShared) return false;
    this.hear(1);
    try {
      return await this.#questions.ask((askId) => this.#control('live.asked', { askId, userId }));
    } finally {
      this.hear(-1);
    }
  }

  /** Says yes to a question of `isLiveElsewhere`, whoever asked it. */
  sayLive(askId: string): void {
    void this.#control('live.answered', { askId });
  }

  /** Somebody has said yes; a question that is not ours is none. */
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
