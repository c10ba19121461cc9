import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore';
import { applyPatch } from '#lib/data/apply-patch.ts';
import type { Collection } from '#lib/data/collection.ts';
import { fromStored, isExpired, toStored } from '#lib/data/document.ts';
import type { Update, Write } from '#lib/data/pending-writes.ts';
import type { Held } from '#lib/data/reader.ts';
import { changedSince, missingDocument } from '#lib/data/store-errors.ts';
import type { Client } from './client.ts';
import { heldOf, isOutdated, type Json, momentOf, toFields, toPairs } from './documents.ts';

/** What takes writes: a batch or a transaction of the SDK. */
export type Target = {
  create(reference: DocumentReference, data: Json): unknown;
  set(reference: DocumentReference, data: Json): unknown;
  update(reference: DocumentReference, field: unknown, value: unknown, ...more: unknown[]): unknown;
  delete(reference: DocumentReference): unknown;
};

export const referenceOf = ({ database }: Client, { collection, id }: Write): DocumentReference =>
  database.collection(collection.name).doc(id);

const pathOf = ({ collection, id }: Write): string => `${collection.name}/${id}`;

/**
 * Whether what a write means depends on what is stored: an expired document is there for Firestore and gone for us, and
 * a patch of an older document has to meet it migrated, or the migration would later undo the patch.
 */
export const needsLook = (write: Write): boolean => {
  const { collection, kind } = write;
  if (kind === 'update') return collection.ttl !== undefined || collection.migrate !== undefined;
  return kind === 'create' && collection.ttl !== undefined;
};

/** Whether a write cannot be given to Firestore as it is, by the document it meets. */
export function isHindered({ collection, kind }: Write, held: Held | undefined, now: Date): boolean {
  if (held === undefined) return false;
  return isExpired(collection, held.data, now) || (kind === 'update' && isOutdated(collection, held.data));
}

/**
 * The writes as Firestore is to do them, by the documents they meet: an expired one is replaced by `create` and missing
 * for `update`; an older one is written anew, migrated and patched. Documents that were not looked at pass as they are.
 */
export function settled(writes: readonly Write[], snapshots: readonly DocumentSnapshot[], now: Date): readonly Write[] {
  const met = new Map(snapshots.map((snapshot) => [snapshot.ref.path, heldOf(snapshot)]));
  return writes.map((write) => {
    const held = met.get(pathOf(write));
    // Whatever a later write to the same document meets, this one has made.
    met.delete(pathOf(write));
    if (held === undefined || !isHindered(write, held, now)) return write;
    return write.kind === 'update' ? renewed(write, held, now) : ({ ...write, kind: 'set' } as Write);
  });
}

function renewed(write: Update, held: Held, now: Date): Write {
  const { id, patch, ifVersion } = write;
  const collection = write.collection as Collection<Json>;
  if (isExpired(collection, held.data, now)) throw missingDocument(collection, id);
  if (ifVersion !== undefined && ifVersion !== held.version) throw changedSince(collection, id);
  const document = applyPatch(`${collection.name}/${id}`, fromStored(collection, id, held.data), patch);
  return { kind: 'set', collection, id, stored: toStored(collection, id, document) };
}

/** Hands the writes over in their order. */
export function handOver(client: Client, target: Target, writes: readonly Write[]): void {
  for (const write of writes) {
    const reference = referenceOf(client, write);
    switch (write.kind) {
      case 'create':
      case 'set':
        target[write.kind](reference, toFields(client.sdk, write.collection, write.stored.data));
        break;
      case 'update':
        handOverUpdate(client, target, reference, write);
        break;
      case 'delete':
        target.delete(reference);
        break;
    }
  }
}

function handOverUpdate({ sdk }: Client, target: Target, reference: DocumentReference, write: Update): void {
  const { collection, id, patch, ifVersion } = write;
  const [first, ...rest] = toPairs(sdk, collection, patch);
  if (first === undefined) return;
  const more = rest.flatMap(([field, value]) => [new sdk.FieldPath(field), value]);
  if (ifVersion !== undefined) {
    const moment = momentOf(sdk, ifVersion);
    if (moment === null) throw changedSince(collection, id);
    more.push({ lastUpdateTime: moment });
  }
  target.update(reference, new sdk.FieldPath(first[0]), first[1], ...more);
}
