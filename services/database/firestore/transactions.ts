import type { Transaction } from 'firebase-admin/firestore';
import { assertOutsideTransaction, insideTransaction } from '#lib/data/in-transaction.ts';
import { laneKeys } from '#lib/data/lanes.ts';
import { collectWrites, type Write } from '#lib/data/pending-writes.ts';
import { buildReader } from '#lib/data/reader.ts';
import type { Store, Tx, TxOptions } from '#lib/data/store.ts';
import { brokenRule } from '#lib/data/store-errors.ts';
import { ATTEMPTS, applyIn } from './commit.ts';
import { TRANSACTION_MS } from './deadline.ts';
import { assertKnown, type Driver } from './driver.ts';
import { closedIsAborted } from './failures.ts';
import { answer, inside } from './fetch.ts';
import { sourceOf } from './reads.ts';

type OpenTx = { readonly t: Tx; readonly writes: readonly Write[]; readonly end: () => void };

/** The transaction as its callback sees it: its writes wait, and the first of them ends reading. */
function buildTx(driver: Driver, transaction: Transaction): OpenTx {
  const writer = collectWrites((collection) => assertKnown(driver, collection));
  const source = sourceOf(driver, inside(driver, transaction));
  let ended = false;
  const assertOpen = (): void => {
    if (ended) throw brokenRule('A transaction was used after its callback had returned');
  };
  const assertReading = (): void => {
    assertOpen();
    if (writer.list.length > 0) throw brokenRule('A transaction read after it had written');
  };
  const reader = buildReader({
    async get(collection, ids) {
      assertReading();
      return source.get(collection, ids);
    },
    async find(plan) {
      assertReading();
      return source.find(plan);
    },
  });
  const t: Tx = {
    ...reader,
    create(collection, id, document) {
      assertOpen();
      writer.create(collection, id, document);
    },
    set(collection, id, document) {
      assertOpen();
      writer.set(collection, id, document);
    },
    update(collection, id, patch) {
      assertOpen();
      writer.update(collection, id, patch);
    },
    delete(collection, id) {
      assertOpen();
      writer.delete(collection, id);
    },
  };
  return {
    t,
    writes: writer.list,
    end: () => {
      ended = true;
    },
  };
}

/**
 * The transactions of a driver. Firestore locks what a transaction reads, so the lanes of this process come first: fifty
 * plain transactions on one document were measured to lose more than half of their number.
 */
export function buildTransactions(driver: Driver, committed: (writes: readonly Write[]) => void): Store['tx'] {
  const { database, lanes } = driver.client;

  async function run<R>(work: (t: Tx) => Promise<R>, attempts: number): Promise<R> {
    let done: readonly Write[] = [];
    const body = async (transaction: Transaction): Promise<R> => {
      const { t, writes, end } = buildTx(driver, transaction);
      try {
        const value = await insideTransaction(async () => work(t));
        await applyIn(driver, transaction, writes);
        done = writes;
        return value;
      } catch (error) {
        throw closedIsAborted(error);
      } finally {
        end();
      }
    };
    const doing = { what: 'transaction', attempts } as const;
    const value = await answer(driver, TRANSACTION_MS, doing, () =>
      database.runTransaction(body, { maxAttempts: attempts }),
    );
    committed(done);
    return value;
  }

  return <R>(work: (t: Tx) => Promise<R>, { lane, attempts = ATTEMPTS }: TxOptions = {}): Promise<R> => {
    assertOutsideTransaction('store.tx');
    return lanes.through(laneKeys(lane), () => run(work, attempts));
  };
}
