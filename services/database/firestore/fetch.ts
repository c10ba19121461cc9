import type { Transaction } from 'firebase-admin/firestore';
import { within } from './deadline.ts';
import type { Driver } from './driver.ts';
import { type FailedOperation, toStoreError } from './failures.ts';
import type { Fetch } from './reads.ts';
import type { Aggregate } from './totals.ts';

const reading: FailedOperation = { what: 'read' };

/** Waits for a response of the database within our deadline, and converts failures to the store's own errors. */
export async function answer<R>(
  driver: Driver,
  ms: number,
  doing: FailedOperation,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await within(ms, doing.what, driver.client.gate.pass(work));
  } catch (error) {
    throw toStoreError(error, doing, driver.log);
  }
}

/** Returns the reads outside transactions. */
export function outside(driver: Driver): Fetch & { readonly aggregate: Aggregate } {
  const { client, deadlines } = driver;
  return {
    documents: (references) => answer(driver, deadlines.readMs, reading, () => client.database.getAll(...references)),
    matches: (query) => answer(driver, deadlines.readMs, reading, () => query.get()),
    async aggregate(query, summed) {
      const { AggregateField, FieldPath } = client.sdk;
      const wanted =
        summed === undefined ? { count: AggregateField.count() } : { sum: AggregateField.sum(new FieldPath(summed)) };
      const snapshot = await answer(driver, deadlines.readMs, reading, () => query.aggregate(wanted).get());
      const { count = 0, sum = 0 } = snapshot.data() as { count?: number; sum?: number };
      return { count, sum };
    },
  };
}

/**
 * Returns the reads inside a transaction. Their failures stay the SDK's own errors, because the SDK knows which of them
 * to retry.
 */
export const inside = ({ deadlines }: Driver, transaction: Transaction): Fetch => ({
  documents: (references) => within(deadlines.commitMs, 'read', transaction.getAll(...references)),
  matches: (query) => within(deadlines.commitMs, 'read', transaction.get(query)),
});
