import { storeUnavailable } from '#lib/data/store-errors.ts';

/** How long one call may take: a read outside of transactions, and a commit or a read within one. */
export type Deadlines = { readonly readMs: number; readonly commitMs: number };
/** The SDK's own patience with a dead host was measured at 44 s; no request of ours waits that long. */
export const requestDeadlines: Deadlines = { readMs: 5_000, commitMs: 10_000 };
/** The emulator serves one request after the other, and on a busy machine that is slow, not gone. */
export const emulatorDeadlines: Deadlines = { readMs: 120_000, commitMs: 120_000 };
/** Locks of others may hold a transaction up for long before it loses or wins. */
export const TRANSACTION_MS = 60_000;
/** How long `close` waits for requests under way. */
export const GOODBYE_MS = 2_000;

/** Waits for `work` at most so long. What it does afterwards is nobody's concern, its failure included. */
export async function within<R>(ms: number, what: string, work: Promise<R>): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(storeUnavailable(`Firestore did not answer a ${what} within ${ms} ms`)), ms);
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
