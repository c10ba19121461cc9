import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import type { AnyCollection, Collection } from './collection.ts';
import { brokenRule, tooLarge } from './store-errors.ts';

const MAX_BYTES = 900_000;
/**
 * Below this size the JSON text proves that the document is small. The shortest JSON text of a number is `,0`: 2 bytes,
 * a quarter of the 8 bytes that Firestore counts for a number.
 */
const SURELY_SMALL_BYTES = MAX_BYTES / 4;
const MAX_DEPTH = 20;
const RESERVED = /^__.*__$/;
const LONE_SURROGATE_ESCAPE = /\\ud[89a-f]/;

/** The field with the version of a stored document; a missing field means version 1. */
export const VERSION_FIELD = '_version';

type Json = Record<string, unknown>;

/** A document as the drivers store it: plain JSON, with a version field when the collection is past version 1. */
export type Stored = { readonly data: Json; readonly text: string };

export function assertId(collection: AnyCollection, id: string): void {
  if (!ID_PATTERN.test(id)) throw brokenRule(`An id of ${collection.name} must match ${ID_PATTERN.source}`);
  if (RESERVED.test(id)) throw brokenRule(`An id of ${collection.name} is ${id}; Firestore reserves such ids`);
}

/**
 * Returns why a value is not plain JSON, or null. Nested arrays are rejected because Firestore does not support them.
 */
function flawOf(value: unknown, path: string, depth: number, inArray = false): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0) ? null : `${path} is not a finite number or is -0`;
  }
  if (typeof value !== 'object') return `${path} is ${typeof value}`;
  if (depth >= MAX_DEPTH) return `${path} is nested deeper than ${MAX_DEPTH} levels`;
  if (Array.isArray(value)) {
    if (inArray) return `${path} is an array inside an array`;
    return firstFlaw(
      value.map((item, i) => [String(i), item] as const),
      path,
      depth,
      true,
    );
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is not a plain object`;
  const entries = Object.entries(value);
  const key = entries.find(([name]) => name === '' || RESERVED.test(name) || !name.isWellFormed());
  return key ? `${path} has the reserved key "${key[0]}"` : firstFlaw(entries, path, depth, false);
}

function firstFlaw(entries: readonly (readonly [string, unknown])[], path: string, depth: number, inArray: boolean) {
  for (const [key, item] of entries) {
    const flaw = flawOf(item, path ? `${path}.${key}` : key, depth + 1, inArray);
    if (flaw) return flaw;
  }
  return null;
}

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

/**
 * Returns why a field cannot be indexed, or null. An index needs a scalar, or for `'field[]'` an array of scalars; null
 * is allowed in both.
 */
function indexFlaw({ indexes }: AnyCollection, data: Json): string | null {
  for (const index of indexes) {
    for (const entry of index) {
      const isArray = entry.endsWith('[]');
      const field = entry.replace(/\[\]$| desc$/, '');
      const value = data[field];
      if (value === undefined) return `${field} is indexed and missing`;
      if (isArray ? !(value === null || (Array.isArray(value) && value.every(isScalar))) : !isScalar(value)) {
        return `${field} is indexed and must be ${isArray ? 'an array of scalars' : 'a scalar'}`;
      }
    }
  }
  return null;
}

/** Parses a document with the schema. A mismatch is a bug, so the error message names fields and never values. */
function parse<T extends object>(collection: Collection<T>, id: string, document: unknown): T {
  const parsed = collection.schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'document'}: ${issue.code}`);
  throw brokenRule(`${collection.name}/${id} does not fit its schema (${fields.join(', ')})`, parsed.error);
}

/**
 * Returns the bytes that Firestore counts for a value. A number counts 8, a text or key its length plus 1, a boolean or
 * null 1.
 */
function countedBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 1;
  if (typeof value === 'number') return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countedBytes(item), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [key, item]) => sum + countedBytes(key) + countedBytes(item), 0);
}

/** Returns the size of a document in bytes: its JSON text or Firestore's count, whichever is larger. */
function sizeOf(text: string, data: unknown): number {
  const textBytes = Buffer.byteLength(text);
  return textBytes <= SURELY_SMALL_BYTES ? textBytes : Math.max(textBytes, countedBytes(data));
}

/**
 * Replaces lone surrogates with U+FFFD. They have no UTF-8 encoding, and both databases would store U+FFFD for them
 * anyway.
 */
const wellFormed = (text: string): string =>
  LONE_SURROGATE_ESCAPE.test(text)
    ? JSON.stringify(
        JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
      )
    : text;

/** Checks a document against its schema and the rules of the model, and returns the document to store. */
export function toStored<T extends object>(collection: Collection<T>, id: string, document: T): Stored {
  assertId(collection, id);
  const parsed = parse(collection, id, document) as Json;
  const own = Object.keys(parsed).find((key) => key.startsWith('_'));
  const flaw = own ? `${own} is reserved` : (flawOf(parsed, '', 0) ?? indexFlaw(collection, parsed));
  if (flaw) throw brokenRule(`${collection.name}/${id}: ${flaw}`);

  const version = collection.version ?? 1;
  const data = version > 1 ? { ...parsed, [VERSION_FIELD]: version } : parsed;
  const stored = textOf(collection, id, data);
  return { data: stored.value as Json, text: stored.text };
}

function textOf(collection: AnyCollection, id: string, value: unknown): { value: unknown; text: string } {
  const raw = JSON.stringify(value);
  const text = wellFormed(raw);
  const sizeBytes = sizeOf(text, value);
  if (sizeBytes > MAX_BYTES) throw tooLarge(collection, id, sizeBytes);
  return { value: text === raw ? value : JSON.parse(text), text };
}

/** Checks one field of a patch against the rules of the model, and returns the value to store. */
export function toStoredField(collection: AnyCollection, id: string, field: string, value: unknown): unknown {
  const flaw = flawOf(value, field, 1);
  if (flaw) throw brokenRule(`${collection.name}/${id}: ${flaw}`);
  return textOf(collection, id, value).value;
}

/** Upgrades a stored document to the current version of its collection and parses the result. */
export function fromStored<T extends object>(collection: Collection<T>, id: string, stored: Json): T {
  const { [VERSION_FIELD]: version, ...document } = stored;
  const from = typeof version === 'number' ? version : 1;
  const to = collection.version ?? 1;
  return parse(collection, id, from < to && collection.migrate ? collection.migrate(document, from) : document);
}

/** Returns true when a document has expired. An expired document does not exist for any reader, swept or not. */
export function isExpired({ ttl }: AnyCollection, data: object, now: Date): boolean {
  if (ttl === undefined) return false;
  const at: unknown = (data as Json)[ttl];
  return typeof at === 'string' && at <= now.toISOString();
}
