import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'firebase-admin/firestore';
import { codeOf } from '#lib/core/errors.ts';
import { assertOutsideTransaction, insideTransaction } from '#lib/data/in-transaction.ts';
import { laneKeys } from '#lib/data/lanes.ts';
import { buildTx, type Write } from '#lib/data/pending-writes.ts';
import type { Store, Tx, TxOptions } from '#lib/data/store.ts';
import { ATTEMPTS, applyIn } from './commit.ts';
import { TRANSACTION_MS } from './deadline.ts';
import { assertKnown, type Driver } from './driver.ts';
import { closedIsAborted, isGrpc } from './failures.ts';
import { answer, inside, outside } from './fetch.ts';
import {
  assertUnchanged,
  asVersionConflict,
  checkedWrites,
  notedSource,
  type SeenUnlocked,
  VersionConflict,
} from './optimistic.ts';

/** The number of runs without locks before a transaction locks everything that it reads. */
const OVERTAKEN = 12;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 150;

/**
 * Builds the `tx` function of a driver. Firestore locks what a transaction reads, so a transaction first waits in the
 * lanes of this process. In a measurement, more than half of fifty plain transactions on one document lost.
 */
export function buildTransactions(driver: Driver, committed: (writes: readonly Write[]) => void): Store['tx'] {
  const { database, lanes } = driver.client;

  type Limits = { readonly attempts: number; readonly mayQuery: boolean };

  /** Runs the SDK's transaction, which retries by itself after it loses a lock. */
  async function attempt<R>(work: (t: Tx) => Promise<R>, { attempts, mayQuery }: Limits, locks: boolean): Promise<R> {
    let [done, checkedBy]: [readonly Write[], SeenUnlocked | null] = [[], null];
    const body = async (transaction: Transaction): Promise<R> => {
      const { source, seen } = notedSource(driver, transaction, locks);
      const { t, writes, end } = buildTx({
        source,
        mayQuery,
        assertKnown: (collection) => assertKnown(driver, collection),
      });
      try {
        const value = await insideTransaction(async () => work(t)).catch(async (error: unknown) => {
          // An error of the callback must rest on a consistent read, like a write. A failed read must reach the SDK
          // without a pause. Only then does the SDK handle the rejection of its own promise for the transaction's id,
          // which would otherwise end the process.
          if (!isGrpc(error) && codeOf(error) !== 'UNAVAILABLE')
            await assertUnchanged(driver, outside(driver), seen.values());
          throw error;
        });
        const { checked, sure, unchecked } = checkedWrites(writes, seen);
        await assertUnchanged(driver, writes.length > 0 ? inside(driver, transaction) : outside(driver), unchecked);
        await applyIn(driver, transaction, checked, sure);
        checkedBy = unchecked.length < seen.size ? seen : null;
        done = writes;
        return value;
      } catch (error) {
        throw closedIsAborted(error);
      } finally {
        end();
      }
    };
    const value = await database.runTransaction(body, { maxAttempts: attempts }).catch(async (error: unknown) => {
      throw checkedBy ? await asVersionConflict(driver, error, checkedBy) : error;
    });
    committed(done);
    return value;
  }

  async function run<R>(work: (t: Tx) => Promise<R>, limits: Limits): Promise<R> {
    for (let overtaken = 0; ; overtaken++) {
      try {
        return await attempt(work, limits, overtaken >= OVERTAKEN);
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** overtaken));
      }
    }
  }

  return <R>(work: (t: Tx) => Promise<R>, options: TxOptions = {}): Promise<R> => {
    assertOutsideTransaction('store.tx');
    const { lane, attempts = ATTEMPTS, mayQuery = false } = options;
    return lanes.through(laneKeys(lane), () =>
      answer(driver, TRANSACTION_MS, { what: 'transaction', attempts }, () => run(work, { attempts, mayQuery })),
    );
  };
}
