import type { DocumentSnapshot, QueryDocumentSnapshot, WriteBatch } from 'firebase-admin/firestore';
import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { fromStored, toStored } from '#lib/data/document.ts';
import type { MigratedPage } from '#lib/data/store.ts';
import { within } from './deadline.ts';
import { isOutdated, type Json, toFields } from './documents.ts';
import { assertKnown, type Driver } from './driver.ts';
import { GRPC, hasStatus, toStoreError } from './failures.ts';
import { outside } from './fetch.ts';

const PAGE = 200;
/** A commit may hold 10 MiB. This lower limit leaves room for the overhead of the wire format and the indexes. */
const COMMIT_BYTES = 2_000_000;

type Renewal = { readonly snapshot: DocumentSnapshot; readonly fields: Json; readonly bytes: number };

/** Reads the next documents of a collection, in the order of their ids, and rewrites those of an older version. */
export async function migrateDocuments(
  driver: Driver,
  collection: AnyCollection,
  after?: string,
): Promise<MigratedPage> {
  assertKnown(driver, collection);
  const { database, sdk } = driver.client;
  const all = database.collection(collection.name).orderBy(sdk.FieldPath.documentId()).limit(PAGE);
  const { docs } = await outside(driver).matches(after === undefined ? all : all.startAfter(after));
  const outdated = docs.filter((snapshot) => isOutdated(collection, snapshot.data()));
  const renewals = outdated.flatMap((snapshot) => renewalOf(driver, collection, snapshot) ?? []);
  for (const group of inCommits(renewals)) await renewTogether(driver, group);
  const next = docs.length < PAGE ? null : (docs.at(-1)?.id ?? null);
  return { seen: docs.length, done: renewals.length, failed: outdated.length - renewals.length, next };
}

/**
 * Returns the migrated document; null when no migration makes the document fit the schema. No reader can read such a
 * document either.
 */
function renewalOf(driver: Driver, collection: AnyCollection, snapshot: QueryDocumentSnapshot): Renewal | null {
  const { id } = snapshot;
  const { _ttl, ...held } = snapshot.data();
  try {
    const typed = collection as unknown as Collection<Json>;
    const { data, text } = toStored(typed, id, fromStored(typed, id, held));
    return { snapshot, fields: toFields(driver.client.sdk, collection, data), bytes: Buffer.byteLength(text) };
  } catch (error) {
    driver.log('error', 'store.not_brought_over', { collection: collection.name, id, error });
    return null;
  }
}

function inCommits(renewals: readonly Renewal[]): readonly (readonly Renewal[])[] {
  const commits: Renewal[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const renewal of renewals) {
    if (bytes + renewal.bytes > COMMIT_BYTES) {
      commits.push([]);
      bytes = 0;
    }
    commits.at(-1)?.push(renewal);
    bytes += renewal.bytes;
  }
  return commits;
}

/**
 * Rewrites all documents in one commit. If another writer has changed one of them meanwhile, each document is rewritten
 * separately.
 */
async function renewTogether(driver: Driver, renewals: readonly Renewal[]): Promise<void> {
  if (await commits(driver, renewals)) return;
  for (const renewal of renewals) await commits(driver, [renewal]);
}

/**
 * Writes documents that are unchanged since they were read; returns false when one has changed. Any writer of an older
 * document upgrades it, so a changed document needs no further work.
 */
async function commits(driver: Driver, renewals: readonly Renewal[]): Promise<boolean> {
  const { client, deadlines, log } = driver;
  const batch = client.database.batch();
  for (const renewal of renewals) replace(driver, batch, renewal);
  try {
    await within(
      deadlines.commitMs,
      'write',
      client.gate.pass(() => batch.commit()),
    );
    return true;
  } catch (error) {
    const isChanged = [GRPC.FAILED_PRECONDITION, GRPC.NOT_FOUND].some((status) => hasStatus(error, status));
    if (isChanged) return false;
    throw toStoreError(error, { what: 'write' }, log);
  }
}

/**
 * Replaces a document. `set` accepts no precondition, so the replacement is an update that also deletes the removed
 * fields by name.
 */
function replace({ client: { sdk } }: Driver, batch: WriteBatch, { snapshot, fields }: Renewal): void {
  const lost = Object.keys(snapshot.data() ?? {}).filter((name) => !(name in fields));
  const pairs = [...Object.entries(fields), ...lost.map((name) => [name, sdk.FieldValue.delete()] as const)];
  const [first, ...rest] = pairs.map(([name, value]) => [new sdk.FieldPath(name), value] as const);
  if (first === undefined || snapshot.updateTime === undefined) return;
  batch.update(snapshot.ref, ...first, ...rest.flat(), { lastUpdateTime: snapshot.updateTime });
}
