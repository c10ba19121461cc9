import { checkedPatch } from './apply-patch.ts';
import type { AnyCollection, Collection } from './collection.ts';
import { assertId, type Stored, toStored } from './document.ts';
import type { Patch } from './patch.ts';
import { MAX_WRITES } from './query-plan.ts';
import { buildReader, type Source } from './reader.ts';
import type { Tx, Writer } from './store.ts';
import { alreadyExists, brokenRule, missingDocument, queriedInTransaction } from './store-errors.ts';

type At = { readonly collection: AnyCollection; readonly id: string };
/** A checked write that waits for its commit. */
export type Write =
  | (At & { readonly kind: 'create' | 'set'; readonly stored: Stored })
  | (At & { readonly kind: 'update'; readonly patch: Record<string, unknown>; readonly ifVersion: string | undefined })
  | (At & { readonly kind: 'delete' });
export type Update = Extract<Write, { kind: 'update' }>;

/**
 * Collects the writes of one commit. Each write is checked when it is added, so the stack trace of a broken rule points
 * to its cause.
 */
export function collectWrites(assertKnown: (collection: AnyCollection) => void): Writer & { list: readonly Write[] } {
  const list: Write[] = [];
  const fates = new Map<string, 'there' | 'gone'>();
  const add = (write: Write): void => {
    const { collection, id, kind } = write;
    assertKnown(collection);
    if (list.length >= MAX_WRITES) throw brokenRule(`A commit may contain at most ${MAX_WRITES} writes`);
    const path = `${collection.name}/${id}`;
    // Firestore rejects a write that cannot succeed after an earlier write of the same commit, but does not say why.
    if (kind === 'create' && fates.get(path) === 'there') throw alreadyExists(collection, id);
    if (kind === 'update' && fates.get(path) === 'gone') throw missingDocument(collection, id);
    fates.set(path, kind === 'delete' ? 'gone' : 'there');
    list.push(write);
  };
  return {
    list,
    create: (collection, id, document) =>
      add({ kind: 'create', collection, id, stored: toStored(collection, id, document) }),
    set: (collection, id, document) => add({ kind: 'set', collection, id, stored: toStored(collection, id, document) }),
    update: (collection, id, patch) => add(updateOf(collection, id, patch)),
    delete: (collection, id) => {
      assertId(collection, id);
      add({ kind: 'delete', collection, id });
    },
  };
}

export function updateOf<T extends object>(
  collection: Collection<T>,
  id: string,
  patch: Patch<T>,
  ifVersion?: string,
): Update {
  assertId(collection, id);
  return { kind: 'update', collection, id, patch: checkedPatch(collection, id, patch), ifVersion };
}

type TxSettings = {
  readonly source: Source;
  readonly mayQuery: boolean;
  readonly assertKnown: (collection: AnyCollection) => void;
};
export type OpenTx = { readonly t: Tx; readonly writes: readonly Write[]; readonly end: () => void };

/**
 * Builds the transaction that a callback sees, for every database. Its writes are collected, and no read is allowed
 * after the first write, as in Firestore. After `end`, the transaction rejects every call.
 */
export function buildTx({ source, mayQuery, assertKnown }: TxSettings): OpenTx {
  const writer = collectWrites(assertKnown);
  let ended = false;
  const assertOpen = (): void => {
    if (ended) throw brokenRule('A transaction was used after its callback returned');
  };
  const assertReading = (): void => {
    assertOpen();
    if (writer.list.length > 0) throw brokenRule('A transaction must not read after it has written');
  };
  const reader = buildReader({
    async get(collection, ids) {
      assertReading();
      return source.get(collection, ids);
    },
    async find(plan) {
      assertReading();
      if (!mayQuery) throw queriedInTransaction(plan.collection);
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
  const end = (): void => {
    ended = true;
  };
  return { t, writes: writer.list, end };
}
