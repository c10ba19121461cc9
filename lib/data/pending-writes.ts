import { checkedPatch } from './apply-patch.ts';
import type { AnyCollection, Collection } from './collection.ts';
import { assertId, type Stored, toStored } from './document.ts';
import type { Patch } from './patch.ts';
import { MAX_WRITES } from './query-plan.ts';
import type { Writer } from './store.ts';
import { alreadyExists, brokenRule } from './store-errors.ts';

type At = { readonly collection: AnyCollection; readonly id: string };
/** A checked write that waits for its commit. */
export type Write =
  | (At & { readonly kind: 'create' | 'set'; readonly stored: Stored })
  | (At & { readonly kind: 'update'; readonly patch: Record<string, unknown>; readonly ifVersion: string | undefined })
  | (At & { readonly kind: 'delete' });
export type Update = Extract<Write, { kind: 'update' }>;

/** Builds the writes of one commit: each is checked when it is named, so a broken rule shows where it is broken. */
export function collectWrites(assertKnown: (collection: AnyCollection) => void): Writer & { list: readonly Write[] } {
  const list: Write[] = [];
  const made = new Set<string>();
  const add = (write: Write): void => {
    const { collection, id, kind } = write;
    assertKnown(collection);
    if (list.length >= MAX_WRITES) throw brokenRule(`One commit holds at most ${MAX_WRITES} writes`);
    const path = `${collection.name}/${id}`;
    // Firestore refuses such a commit as a whole, and not for the reason it has.
    if (kind === 'create' && made.has(path)) throw alreadyExists(collection, id);
    if (kind === 'delete') made.delete(path);
    else made.add(path);
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
