import { z } from 'zod';
import type { Collection } from './collection.ts';
import { toStoredField } from './document.ts';
import { kindOf, type Patch, type Transform } from './patch.ts';
import type { Scalar } from './query.ts';
import { brokenRule } from './store-errors.ts';

type Json = Record<string, unknown>;

// A key of a patch is a field path in Firestore. So a key must be a field that we declare, never a user's text.
const FIELD = /^[A-Za-z][A-Za-z0-9_]*$/;

const isTransform = (value: unknown): value is Transform => kindOf(value) !== null;

const isFinitePlain = (item: unknown): boolean =>
  typeof item === 'number' && Number.isFinite(item) && !Object.is(item, -0);

function checkedTransform(where: string, change: Transform): Transform {
  if ('by' in change) {
    if (!isFinitePlain(change.by)) throw brokenRule(`${where}: inc needs a finite number`);
    return change;
  }
  const isPlain = (item: Scalar): boolean =>
    typeof item === 'string' || typeof item === 'boolean' || isFinitePlain(item);
  if (!change.values.every(isPlain))
    throw brokenRule(`${where}: ${kindOf(change)} accepts only strings, numbers and booleans`);
  return { ...change, values: change.values.map((item) => (typeof item === 'string' ? item.toWellFormed() : item)) };
}

/** Checks a patch field by field against the schema, without reading the document, and returns the parsed patch. */
export function checkedPatch<T extends object>(collection: Collection<T>, id: string, patch: Patch<T>): Json {
  const shape =
    collection.schema instanceof z.ZodObject ? (collection.schema.shape as Record<string, z.ZodType>) : null;
  const entries = Object.entries(patch as Json);
  if (entries.length === 0) throw brokenRule(`A patch of ${collection.name}/${id} must change a field`);

  return Object.fromEntries(
    entries.map(([field, value]) => {
      const where = `${collection.name}/${id}.${field}`;
      if (!FIELD.test(field) || (shape !== null && !Object.hasOwn(shape, field))) {
        throw brokenRule(`${collection.name} has no field "${field}"`);
      }
      if (value === undefined) throw brokenRule(`${where} is undefined`);
      if (isTransform(value)) return [field, checkedTransform(where, value)];
      const parsed = shape?.[field]?.safeParse(value);
      if (parsed && !parsed.success) throw brokenRule(`${where} does not fit its schema`, parsed.error);
      return [field, toStoredField(collection, id, field, parsed ? parsed.data : value)];
    }),
  );
}

function transformed(where: string, held: unknown, change: Transform): unknown {
  const kind = kindOf(change);
  if (kind === 'inc') {
    if (held !== undefined && held !== null && typeof held !== 'number') throw brokenRule(`${where} is not a number`);
    return (held ?? 0) + (change as { by: number }).by;
  }
  if (held !== undefined && held !== null && !Array.isArray(held)) throw brokenRule(`${where} is not an array`);
  const present = (held ?? []) as readonly Scalar[];
  const { values } = change as { values: readonly Scalar[] };
  return kind === 'remove'
    ? present.filter((item) => !values.includes(item))
    : [...present, ...new Set(values.filter((item) => !present.includes(item)))];
}

/**
 * Returns the document after a checked patch. A missing or null field counts as 0 for `inc` and as [] for `union` and
 * `remove`.
 */
export function applyPatch(where: string, document: Json, patch: Json): Json {
  const next = { ...document };
  for (const [field, value] of Object.entries(patch)) {
    next[field] = isTransform(value) ? transformed(`${where}.${field}`, document[field], value) : value;
  }
  return next;
}
