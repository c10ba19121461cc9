import type { Log } from '#lib/context/ports/log.ts';

/** The timeout of a read. */
const READ_WITHIN_MS = 5_000;

type UpdateJob<T> = {
  /** The channel key of each recipient. */
  readonly keys: readonly string[];
  /** Reads the updates of all recipients in one call. */
  readonly read: () => Promise<ReadonlyMap<string, T>>;
  readonly deliver: (key: string, update: T) => void;
  /** Called when the update for this recipient is lost. */
  readonly lost: (key: string) => void;
};

/**
 * Delivers updates that are read separately for each user, in the order of the events, so that the newest state arrives
 * last. Each user has a queue, so a read that hangs delays only its own recipients, and only until its timeout.
 */
export class UpdateQueues {
  readonly #queues = new Map<string, Promise<void>>();
  readonly #log: Log;
  readonly #withinMs: number;

  constructor(log: Log, withinMs = READ_WITHIN_MS) {
    this.#log = log;
    this.#withinMs = withinMs;
  }

  add<T>({ keys, read, deliver, lost }: UpdateJob<T>): void {
    // The first recipient whose queue reaches the event starts the read. The read starts after the event arrived, so it
    // returns no older state.
    let reading: Promise<ReadonlyMap<string, T>> | undefined;
    for (const key of keys) {
      const deliverInTurn = async (): Promise<void> => {
        reading ??= this.#inTime(read);
        try {
          const update = (await reading).get(key);
          if (update !== undefined) deliver(key, update);
        } catch {
          lost(key);
        }
      };
      const queue = (this.#queues.get(key) ?? Promise.resolve()).then(deliverInTurn).finally(() => {
        if (this.#queues.get(key) === queue) this.#queues.delete(key);
      });
      this.#queues.set(key, queue);
    }
  }

  async #inTime<T>(read: () => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('reading the changes took too long')), this.#withinMs);
    try {
      return await Promise.race([read(), late.promise]);
    } catch (error) {
      this.#log('error', 'tunnel.news_failed', { error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
