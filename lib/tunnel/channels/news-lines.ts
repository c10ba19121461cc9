import type { Log } from '#lib/context/ports/log.ts';

/** A read that takes longer than this no longer delays its recipients. */
const NEWS_WITHIN_MS = 5_000;

type Telling<T> = {
  /** The channel key of each recipient. */
  readonly keys: readonly string[];
  /** Reads the news of all recipients; called once for all of them. */
  readonly read: () => Promise<ReadonlyMap<string, T>>;
  readonly tell: (key: string, news: T) => void;
  /** Called when the news for this recipient is lost. */
  readonly lost: (key: string) => void;
};

/**
 * Delivers news that is read separately for each user, in the order of the events, so that the newest state arrives
 * last. Each user has a queue. A read that hangs therefore delays only its own recipients, and only until its timeout.
 */
export class NewsLines {
  readonly #lines = new Map<string, Promise<void>>();
  readonly #log: Log;
  readonly #withinMs: number;

  constructor(log: Log, withinMs = NEWS_WITHIN_MS) {
    this.#log = log;
    this.#withinMs = withinMs;
  }

  add<T>({ keys, read, tell, lost }: Telling<T>): void {
    // The first recipient whose queue reaches the event starts the read. The read never starts before the event arrived,
    // so it returns no older state.
    let reading: Promise<ReadonlyMap<string, T>> | undefined;
    for (const key of keys) {
      const told = async (): Promise<void> => {
        reading ??= this.#inTime(read);
        try {
          const news = (await reading).get(key);
          if (news !== undefined) tell(key, news);
        } catch {
          lost(key);
        }
      };
      const line = (this.#lines.get(key) ?? Promise.resolve()).then(told).finally(() => {
        if (this.#lines.get(key) === line) this.#lines.delete(key);
      });
      this.#lines.set(key, line);
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
