import type { Log } from '#lib/context/ports/log.ts';

/** A reading that takes longer holds up its people no more. */
const NEWS_WITHIN_MS = 5_000;

type Telling<T> = {
  /** Each by the name of their own channel. */
  readonly keys: readonly string[];
  /** Reads what each of them is told; asked once for all of them. */
  readonly read: () => Promise<ReadonlyMap<string, T>>;
  readonly tell: (key: string, news: T) => void;
  /** What this one should have been told is lost. */
  readonly lost: (key: string) => void;
};

/**
 * What is made for each person out of events, told to each in the order of the events, so that the newest state comes
 * last. Everybody has a line of their own: a reading that hangs holds up those it is for and nobody else, and for a while
 * only.
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
    // Begun by whoever has come as far first, and never before the event is here: it reads no older state than that.
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
    const timer = setTimeout(() => late.reject(new Error('reading took too long')), this.#withinMs);
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
