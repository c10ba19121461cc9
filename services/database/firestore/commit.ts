import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'firebase-admin/firestore';
import { codeOf } from '#lib/core/errors.ts';
import { kindOf } from '#lib/data/patch.ts';
import type { Write } from '#lib/data/pending-writes.ts';
import { changedSince, missingDocument } from '#lib/data/store-errors.ts';
import type { Client } from './client.ts';
import { TRANSACTION_MS, within } from './deadline.ts';
import { aliveOf, heldOf } from './documents.ts';
import type { Driver } from './driver.ts';
import { type FailedOperation, GRPC, hasStatus, toStoreError } from './failures.ts';
import { inside, outside } from './fetch.ts';
import { handOver, isHindered, needsRead, referenceOf, settled, type Target } from './writes.ts';

/** How many attempts a commit gets that loses to other clients, whose locks are short. */
export const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 25;

/** Commits all writes or none, outside any transaction of the caller. */
export async function commit(driver: Driver, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  try {
    if (await meetsHindrance(driver, writes)) return await commitLooking(driver, writes);
    await commitBlindly(driver, writes);
  } catch (error) {
    const inTheWay = hasStatus(error, GRPC.ALREADY_EXISTS) && writes.some(needsRead);
    if (!inTheWay) throw await failureOf(driver, writes, error);
    await commitLooking(driver, writes).catch(async (again: unknown) => {
      throw await failureOf(driver, writes, again);
    });
  }
}

/**
 * Applies the buffered writes of a transaction. Before that, reads again the documents of writes that are not `sure`.
 */
export async function applyIn(
  driver: Driver,
  transaction: Transaction,
  writes: readonly Write[],
  sure: ReadonlySet<Write> = new Set(),
): Promise<void> {
  const looks = writes
    .filter((write) => needsRead(write) && !sure.has(write))
    .map((write) => referenceOf(driver.client, write));
  const snapshots = looks.length > 0 ? await inside(driver, transaction).documents(looks) : [];
  handOver(driver.client, transaction as Target, settled(writes, snapshots, driver.now()));
}

/**
 * Returns true when a stored document prevents a direct write. This check needs no lock. A document expires once and is
 * migrated once, so a document that is fine now stays fine.
 */
async function meetsHindrance(driver: Driver, writes: readonly Write[]): Promise<boolean> {
  const updates = writes.filter((write) => write.kind === 'update' && needsRead(write));
  if (updates.length === 0) return false;
  const now = driver.now();
  const snapshots = await outside(driver).documents(updates.map((write) => referenceOf(driver.client, write)));
  return snapshots.some((snapshot, i) => {
    const write = updates[i];
    return write !== undefined && isHindered(write, heldOf(snapshot), now);
  });
}

const commitBlindly = ({ client, deadlines, send }: Driver, writes: readonly Write[]): Promise<void> =>
  untilWon(writes, () =>
    within(
      deadlines.commitMs,
      'write',
      client.gate.pass(() => send(writes)),
    ),
  );

/** Attempts a commit again while it loses to other clients. */
async function untilWon(writes: readonly Write[], attemptCommit: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await attemptCommit();
      return;
    } catch (error) {
      if (!isLostToOthers(error, writes) || attempt >= ATTEMPTS) throw error;
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}

/** Commits writes in one request. Throws the SDK's own error. */
export async function sendBatch(client: Client, writes: readonly Write[]): Promise<void> {
  const batch = client.database.batch();
  handOver(client, batch as Target, writes);
  await batch.commit();
}

/**
 * Returns true for a commit that lost to other clients and is worth a retry. A client that dies may cancel the commits
 * of other clients. A canceled commit may have been applied. Its repeat then fails with EXISTS or CONFLICT on its own
 * work, and a set, a delete or an update without a version overwrites what another client wrote in between. A commit
 * that adds to a number would add twice, so it is not repeated.
 */
const isLostToOthers = (error: unknown, writes: readonly Write[]): boolean =>
  hasStatus(error, GRPC.ABORTED) || (hasStatus(error, GRPC.CANCELLED) && !writes.some(adds));

const adds = (write: Write): boolean =>
  write.kind === 'update' && Object.values(write.patch).some((value) => kindOf(value) === 'inc');

/** Commits in a transaction. The SDK would repeat a canceled commit, so it gets one attempt for one that adds to a number. */
function commitLooking(driver: Driver, writes: readonly Write[]): Promise<void> {
  const { database, gate } = driver.client;
  const attempt = (maxAttempts: number) =>
    within(
      TRANSACTION_MS,
      'write',
      gate.pass(() => database.runTransaction((transaction) => applyIn(driver, transaction, writes), { maxAttempts })),
    );
  return writes.some(adds) ? untilWon(writes, () => attempt(1)) : attempt(ATTEMPTS);
}

/** Returns the store's error for a failed commit. The error names the document when only one can be meant. */
async function failureOf(driver: Driver, writes: readonly Write[], error: unknown): Promise<unknown> {
  const [write] = writes;
  if (writes.length === 1 && write?.kind === 'update' && write.ifVersion !== undefined && isAboutVersion(error)) {
    const [snapshot] = await outside(driver).documents([referenceOf(driver.client, write)]);
    const alive = snapshot && aliveOf(write.collection, snapshot, driver.now());
    return (alive ? changedSince : missingDocument)(write.collection, write.id, error);
  }
  return toStoreError(error, doingOf(writes, error), driver.log);
}

/**
 * The emulator reports a version newer than the stored one as INVALID_ARGUMENT. A missing document fails with either
 * status.
 */
const isAboutVersion = (error: unknown): boolean =>
  hasStatus(error, GRPC.FAILED_PRECONDITION) || hasStatus(error, GRPC.INVALID_ARGUMENT) || codeOf(error) === 'CONFLICT';

function doingOf(writes: readonly Write[], error: unknown): FailedOperation {
  const kind = hasStatus(error, GRPC.ALREADY_EXISTS) ? 'create' : hasStatus(error, GRPC.NOT_FOUND) ? 'update' : null;
  const suspects = kind === null ? writes : writes.filter((write) => write.kind === kind);
  const [document] = suspects;
  return { what: 'write', attempts: ATTEMPTS, ...(suspects.length === 1 && document ? { document } : {}) };
}
