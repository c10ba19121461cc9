import { AsyncLocalStorage } from 'node:async_hooks';
import { brokenRule } from './store-errors.ts';

// A process holds several copies of this module, and the mark of one must be seen by all: it hangs on globalThis.
const key = Symbol.for('plaza.in-transaction');
const shared = globalThis as { [key]?: AsyncLocalStorage<true> };
shared[key] ??= new AsyncLocalStorage<true>();
const mark = shared[key];

/** Runs the callback of a transaction under a mark that `assertOutsideTransaction` sees. */
export const insideTransaction = <R>(work: () => Promise<R>): Promise<R> => mark.run(true, work);

/**
 * Refuses to run inside the callback of a transaction: it may run again, and an outside write to a document it has read
 * would wait for the transaction that waits for it. Called by the store, the mailer, `guardedFetch` and `publish`.
 */
export function assertOutsideTransaction(what: string): void {
  if (mark.getStore())
    throw brokenRule(`${what} was called inside a transaction; only its own reads and writes belong there`);
}
