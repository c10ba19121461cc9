import { newId } from '#lib/core/ids.ts';

/** How long a request waits for a response from other processes. */
const WAIT_MS = 200;

/** Requests to other processes that wait for the first positive response. */
export class PendingRequests {
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
