import { AsyncLocalStorage } from 'node:async_hooks';
import { brokenRule } from './store-errors.ts';

// A process loads several copies of this module, and every copy must see the mark that another copy sets. So the mark
// hangs on globalThis.
const key = Symbol.for('plaza.in-transaction');
const shared = globalThis as { [key]?: AsyncLocalStorage<true> };
shared[key] ??= new AsyncLocalStorage<true>();
const mark = shared[key];

/** Runs the callback of a transaction with a mark that `assertOutsideTransaction` sees. */
export const insideTransaction = <R>(work: () => Promise<R>): Promise<R> => mark.run(true, work);

/**
 * Throws when the caller runs inside the callback of a transaction. The callback may run again. An outside write to a
 * document that the transaction has read would wait for that transaction, which waits for the write. The store, the
 * mailer, `guardedFetch` and `publish` call this function.
 */
export function assertOutsideTransaction(what: string): void {
  if (mark.getStore())
    throw brokenRule(`${what} was called inside a transaction, which may contain only its own reads and writes`);
}
