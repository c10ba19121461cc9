import { newId } from '#lib/core/ids.ts';

/** For how long other processes are waited for. */
const WAIT_MS = 200;

/** Questions to other processes that wait for the first yes. */
export class Questions {
  readonly #open = new Map<string, (isYes: boolean) => void>();

  /** Asks, and answers false where nobody says yes in time. */
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
