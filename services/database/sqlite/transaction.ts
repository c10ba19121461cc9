import { assertOutsideTransaction, insideTransaction } from '#lib/data/in-transaction.ts';
import { type Lanes, laneKeys } from '#lib/data/lanes.ts';
import { buildTx } from '#lib/data/pending-writes.ts';
import type { Held, Source } from '#lib/data/reader.ts';
import type { Tx, TxOptions } from '#lib/data/store.ts';
import { contention } from '#lib/data/store-errors.ts';
import { type Driver, findHeld, getHeld, tableFor } from './driver.ts';
import { applyWrites, type Changed } from './writes.ts';

// A further attempt costs a fraction of a millisecond here, and other processes may win every attempt.
const ATTEMPTS = 32;
/** How often a transaction loses to others of its own process before they wait for it. */
const OVERTAKEN = 3;
// The name begins with a blank, unlike any lane that a caller names.
const SERIAL = ' serial';

type Work<R> = { readonly run: (t: Tx) => Promise<R>; readonly mayQuery: boolean };
type Attempt<R> = { readonly done: true; readonly value: R } | { readonly done: false };

const versions = (held: readonly (Held | undefined)[]): string =>
  held.map((row) => (row ? `${row.id}:${row.version}` : '-')).join();

/** Returns reads that record what they saw. The commit then checks that nothing has changed. */
function noteReads(driver: Driver, now: Date): { readonly source: Source; readonly stillStand: () => boolean } {
  const checks: (() => boolean)[] = [];
  async function noted<R extends readonly (Held | undefined)[]>(look: () => R): Promise<R> {
    const seen = await driver.connection.read(look);
    const before = versions(seen);
    checks.push(() => versions(look()) === before);
    return seen;
  }
  return {
    stillStand: () => checks.every((stands) => stands()),
    source: {
      get: (collection, ids) => noted(() => getHeld(driver, collection, ids, now)),
      find: (plan) => noted(() => findHeld(driver, plan, now)),
    },
  };
}

/**
 * Runs the callback once. Its writes are applied only if nothing that it read has changed; the check and the commit are
 * one synchronous block. Otherwise nothing is written and the callback must run again. An error counts only if nothing
 * that the callback read has changed.
 */
async function attempt<R>(
  driver: Driver,
  { run, mayQuery }: Work<R>,
  committed: (changes: readonly Changed[]) => void,
): Promise<Attempt<R>> {
  const now = driver.now();
  const { source, stillStand } = noteReads(driver, now);
  const { t, writes, end } = buildTx({
    source,
    mayQuery,
    assertKnown: (collection) => void tableFor(driver, collection),
  });
  const { connection } = driver;
  let value: R;
  try {
    value = await insideTransaction(() => run(t));
  } catch (error) {
    if (await connection.read(stillStand)) throw error;
    return { done: false };
  } finally {
    end();
  }
  if (writes.length === 0) return (await connection.read(stillStand)) ? { done: true, value } : { done: false };

  const changes = await connection.write(() => (stillStand() ? applyWrites(driver, writes, now) : null));
  if (!changes) return { done: false };
  committed(changes);
  return { done: true, value };
}

/**
 * Builds the `tx` function of a driver. A transaction that lost a race continues in a queue of losers, so that losers
 * do not race each other again.
 */
export function buildTransactions(driver: Driver, lanes: Lanes, committed: (changes: readonly Changed[]) => void) {
  // When the queue of losers is not enough, other transactions of this process wait for the one in `again`. Otherwise a
  // stream of short transactions would overtake a longer one as long as the stream lasts.
  let way = Promise.resolve();

  // No pause is needed: the failed check held the write lock a moment ago, and every other waiter sleeps now.
  async function again<R>(work: Work<R>, attempts: number): Promise<R> {
    const open = Promise.withResolvers<void>();
    try {
      for (let tries = 2; tries <= attempts; tries++) {
        if (tries > OVERTAKEN) way = open.promise;
        const result = await attempt(driver, work, committed);
        if (result.done) return result.value;
      }
      throw contention(attempts);
    } finally {
      open.resolve();
    }
  }

  return async function tx<R>(run: (t: Tx) => Promise<R>, options: TxOptions = {}): Promise<R> {
    assertOutsideTransaction('store.tx');
    const { lane, attempts = ATTEMPTS, mayQuery = false } = options;
    const work = { run, mayQuery };
    return lanes.through(laneKeys(lane), async () => {
      await way;
      const first = await attempt(driver, work, committed);
      return first.done ? first.value : lanes.through([SERIAL], () => again(work, attempts));
    });
  };
}
