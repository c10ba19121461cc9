import { newId } from '#lib/core/ids.ts';

/** How long a question waits for an answer from other processes. */
const WAIT_MS = 200;

/** Questions to other processes that wait for the first yes. */
export class Questions {
  readonly #open = new Map<string, (isYes: boolean) => void>();

  /** Sends a question. Resolves to true on the first yes, or to false when no yes arrives in time. */
  async ask(send: (askId: string) => Promise<void>): Promise<boolean> {
    const askId = newId('request');
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const giveUp = setTimeout(() => resolve(false), WAIT_MS);
    this.#open.set(askId, resolve);
    try {
      await send(askId);
      return await promise;
    } finally {
      clearTimeout(giveUp);
      this.#open.delete(askId);
    }
  }

  answer(askId: string): void {
    this.#open.get(askId)?.(true);
  }
}
