import { storeUnavailable } from '#lib/data/store-errors.ts';

/** How long one call may take: a read outside a transaction, and a commit or a read inside a transaction. */
export type Deadlines = { readonly readMs: number; readonly commitMs: number };
/** The SDK's own timeout for a dead host was measured at 44 s. Our requests give up earlier. */
export const requestDeadlines: Deadlines = { readMs: 5_000, commitMs: 10_000 };
/**
 * The emulator serves one request at a time. On a busy machine a slow response does not mean that the emulator is down.
 */
export const emulatorDeadlines: Deadlines = { readMs: 120_000, commitMs: 120_000 };
/** The locks of other transactions may delay a transaction this long before it loses or wins. */
export const TRANSACTION_MS = 60_000;
/** How long `close` waits for pending requests. */
export const GOODBYE_MS = 2_000;

/** Waits for `work` for at most `ms`, then throws UNAVAILABLE. A later result or failure of `work` is ignored. */
export async function within<R>(ms: number, what: string, work: Promise<R>): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(storeUnavailable(`Firestore did not respond to a ${what} within ${ms} ms`)),
    ms,
  );
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
