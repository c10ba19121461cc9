import type { DocumentReference, DocumentSnapshot } from 'firebase-admin/firestore';
import { applyPatch } from '#lib/data/apply-patch.ts';
import type { Collection } from '#lib/data/collection.ts';
import { fromStored, isExpired, toStored } from '#lib/data/document.ts';
import type { Update, Write } from '#lib/data/pending-writes.ts';
import type { Held } from '#lib/data/reader.ts';
import { changedSince, missingDocument } from '#lib/data/store-errors.ts';
import type { Client } from './client.ts';
import { heldOf, isOutdated, type Json, momentOf, toFields, toPairs } from './documents.ts';

/** A target of writes: a batch or a transaction of the SDK. */
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
 * Returns true when the effect of a write depends on the stored document. An expired document exists for Firestore but
 * not for us. A patch of an older document must be applied to the migrated document; otherwise the migration would
 * later undo the patch.
 */
export const needsRead = (write: Write): boolean => {
  const { collection, kind } = write;
  if (kind === 'update') return collection.ttl !== undefined || collection.migrate !== undefined;
  return kind === 'create' && collection.ttl !== undefined;
};

/** Returns true when a write cannot be passed to Firestore unchanged, because of the document that it finds. */
export function isHindered({ collection, kind }: Write, held: Held | undefined, now: Date): boolean {
  if (held === undefined) return false;
  return isExpired(collection, held.data, now) || (kind === 'update' && isOutdated(collection, held.data));
}

/**
 * Returns the writes as Firestore must perform them, given the stored documents. An expired document is replaced by
 * `create` and missing for `update`. An older document is rewritten, migrated and patched. Writes to documents that
 * were not read stay unchanged.
 */
export function settled(writes: readonly Write[], snapshots: readonly DocumentSnapshot[], now: Date): readonly Write[] {
  const met = new Map(snapshots.map((snapshot) => [snapshot.ref.path, heldOf(snapshot)]));
  return writes.map((write) => {
    const held = met.get(pathOf(write));
    // This write determines what a later write to the same document finds.
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

/** Adds the writes to the target in order. */
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
