import type { DocumentSnapshot, QueryDocumentSnapshot, WriteBatch } from 'firebase-admin/firestore';
import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { fromStored, toStored } from '#lib/data/document.ts';
import type { BroughtOver } from '#lib/data/store.ts';
import { within } from './deadline.ts';
import { isOutdated, type Json, toFields } from './documents.ts';
import { assertKnown, type Driver } from './driver.ts';
import { GRPC, hasStatus, toStoreError } from './failures.ts';
import { outside } from './fetch.ts';

const PAGE = 200;
/** One commit takes 10 MiB; this leaves room for what its wire form and the indexes add. */
const COMMIT_BYTES = 2_000_000;

type Renewal = { readonly snapshot: DocumentSnapshot; readonly fields: Json; readonly bytes: number };

/** Rewrites those of the next documents of a collection, in the order of their ids, that are of an older version. */
export async function bringOver(driver: Driver, collection: AnyCollection, after?: string): Promise<BroughtOver> {
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

/** The document as it is to be; null for one that no migration brings to the schema, which no reader can read either. */
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

/** All in one commit; where somebody has written one of them meanwhile, each by itself. */
async function renewTogether(driver: Driver, renewals: readonly Renewal[]): Promise<void> {
  if (await commits(driver, renewals)) return;
  for (const renewal of renewals) await commits(driver, [renewal]);
}

/**
 * Writes documents that are still as they were read; false where one is not. Whoever writes an older document brings it
 * over, so nothing is left to do for that one.
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

/** `set` takes no precondition, so the whole document is an update that names also the fields it loses. */
function replace({ client: { sdk } }: Driver, batch: WriteBatch, { snapshot, fields }: Renewal): void {
  const lost = Object.keys(snapshot.data() ?? {}).filter((name) => !(name in fields));
  const pairs = [...Object.entries(fields), ...lost.map((name) => [name, sdk.FieldValue.delete()] as const)];
  const [first, ...rest] = pairs.map(([name, value]) => [new sdk.FieldPath(name), value] as const);
  if (first === undefined || snapshot.updateTime === undefined) return;
  batch.update(snapshot.ref, ...first, ...rest.flat(), { lastUpdateTime: snapshot.updateTime });
}
