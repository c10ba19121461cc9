import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { inc, type Patch, remove, union } from '#lib/data/patch.ts';
import type { Writer } from '#lib/data/store.ts';
import { Items, Leases, Notes, OldNotes } from '#tests/support/fuzz-collections.ts';
import {
  extraValue,
  ids,
  kinds,
  mixedValue,
  numberOrNull,
  numbers,
  someElements,
  someTags,
  textOrNull,
  texts,
} from '#tests/support/fuzz-values.ts';
import type { Random } from '#tests/support/random.ts';

type Json = Record<string, unknown>;
export type WriteStep = {
  readonly kind: 'create' | 'set' | 'update' | 'delete';
  readonly collection: AnyCollection;
  readonly id: string;
  readonly data: Json;
};

/** Passes one write to a writer. The drivers must check whether its data fit the collection. */
export function applyStep(write: Writer, { kind, collection, id, data }: WriteStep): void {
  const target = collection as Collection<Json>;
  if (kind === 'delete') write.delete(target, id);
  else if (kind === 'update') write.update(target, id, data as Patch<Json>);
  else write[kind](target, id, data);
}

const item = (random: Random): Json => ({
  kind: random.pick(kinds),
  n: numberOrNull(random),
  s: textOrNull(random),
  flag: random.chance(0.5),
  mix: mixedValue(random),
  tags: someTags(random),
  nums: someElements(random),
  ...(random.chance(0.4) ? { extra: extraValue(random) } : {}),
});

const lease = (random: Random, at: readonly string[]): Json => ({
  owner: random.pick(['ann', 'bob']),
  n: random.pick(numbers),
  expiresAt: random.chance(0.2) ? null : random.pick(at),
});

const note = (random: Random, collection: AnyCollection): Json => ({
  owner: random.pick(['ann', 'bob']),
  n: random.pick(numbers),
  ...(collection === OldNotes ? { title: random.pick(texts) } : { heading: random.pick(texts), words: random.int(9) }),
});

function documentOf(random: Random, collection: AnyCollection, at: readonly string[]): Json {
  if (collection === Items) return item(random);
  return collection === Leases ? lease(random, at) : note(random, collection);
}

function patchOf(random: Random, collection: AnyCollection, at: readonly string[]): Json {
  const document = documentOf(random, collection, at);
  const changes: Json = Object.fromEntries(random.some(Object.entries(document), 0, 3));
  if (random.chance(0.5)) changes.n = inc(random.pick([1, -1, 0.5, 3, 0]));
  if (collection !== Items) return changes;
  if (random.chance(0.4)) changes.tags = random.chance(0.5) ? union(...someTags(random)) : remove(...someTags(random));
  if (random.chance(0.3)) {
    const elements = someElements(random) ?? [];
    changes.nums = random.chance(0.5) ? union(...elements, ...elements) : remove(...elements);
  }
  return changes;
}

/** Documents that the rules of the model reject; both drivers must reject each with the same code. */
const broken: readonly ((document: Json) => Json)[] = [
  (document) => ({ ...document, n: Number.NaN }),
  (document) => ({ ...document, n: -0 }),
  (document) => ({ ...document, n: 'text' }),
  (document) => ({ ...document, extra: { deep: [[1]] } }),
  (document) => ({ ...document, extra: { __a__: 1 } }),
  (document) => ({ ...document, extra: { '': 1 } }),
  (document) => ({ ...document, extra: { at: new Date(0) } }),
  (document) => ({ ...document, extra: { text: 'x'.repeat(900_001) } }),
  (document) => ({ ...document, extra: { many: Array.from({ length: 150_000 }, () => 1) } }),
  (document) => Object.fromEntries(Object.entries(document).slice(1)),
];

/** Returns a write that sets a valid document in place of the existing one. */
export function randomSet(random: Random, at: readonly string[]): WriteStep {
  const collection = random.pick<AnyCollection>([Items, Items, Items, Leases, Notes, OldNotes]);
  return { kind: 'set', collection, id: random.pick(ids), data: documentOf(random, collection, at) };
}

const present: readonly AnyCollection[] = [Items, Items, Items, Leases, Leases, Notes, Notes];

/** Returns one write, to one of a few ids so that writes collide. Old documents are written in commits of their own. */
export function randomWrite(random: Random, at: readonly string[], isAlone = false): WriteStep {
  const collection = random.pick(isAlone ? [...present, OldNotes] : present);
  const id = random.chance(0.01) ? random.pick(['', 'a/b', '..', '__x__', 'é', 'x'.repeat(129)]) : random.pick(ids);
  const kinds = ['create', 'set', 'set', 'update', 'update', 'update', 'update', 'delete'] as const;
  const kind = collection === OldNotes ? random.pick(['create', 'set'] as const) : random.pick(kinds);
  if (kind === 'delete') return { kind, collection, id, data: {} };
  if (kind === 'update') return { kind, collection, id, data: patchOf(random, collection, at) };
  const document = documentOf(random, collection, at);
  return { kind, collection, id, data: random.chance(0.04) ? random.pick(broken)(document) : document };
}
