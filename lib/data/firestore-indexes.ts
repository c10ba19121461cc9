import { z } from 'zod';
import type { AnyCollection } from './collection.ts';
import { VERSION_FIELD } from './document.ts';

type Mode = { readonly order: 'ASCENDING' | 'DESCENDING' } | { readonly arrayConfig: 'CONTAINS' };
type Composite = {
  readonly collectionGroup: string;
  readonly queryScope: 'COLLECTION';
  readonly fields: readonly ({ readonly fieldPath: string } & Mode)[];
};
type Override = {
  readonly collectionGroup: string;
  readonly fieldPath: string;
  readonly ttl?: true;
  readonly indexes: readonly [];
};
export type FirestoreIndexes = { readonly indexes: readonly Composite[]; readonly fieldOverrides: readonly Override[] };

/** The moment of expiry as Firestore's own expiry policy wants it, kept beside the document and never seen by a reader. */
export const TTL_FIELD = '_ttl';

/**
 * The index file of Firestore that the declarations amount to: a composite for each declaration of several fields, an
 * expiry policy for each collection with a ttl, and an exemption for every field that no declaration names, because each
 * field that is indexed for nothing makes every write slower.
 */
export function firestoreIndexes(collections: readonly AnyCollection[]): FirestoreIndexes {
  const sorted = [...collections].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { indexes: sorted.flatMap(compositesOf), fieldOverrides: sorted.flatMap(overridesOf) };
}

const nameOf = (field: string): string => field.replace(/(?: desc|\[\])$/, '');

const modeOf = (field: string): Mode => {
  if (field.endsWith('[]')) return { arrayConfig: 'CONTAINS' };
  return { order: field.endsWith(' desc') ? 'DESCENDING' : 'ASCENDING' };
};

const compositesOf = ({ name, indexes }: AnyCollection): Composite[] =>
  indexes
    .filter((index) => index.length > 1)
    .map((index) => ({
      collectionGroup: name,
      queryScope: 'COLLECTION',
      fields: index.map((field) => ({ fieldPath: nameOf(field), ...modeOf(field) })),
    }));

function overridesOf({ name, indexes, schema, ttl, version }: AnyCollection): Override[] {
  const declared = new Set(indexes.flat().map(nameOf));
  const unused = [...fieldsOf(schema)].filter((field) => !declared.has(field)).sort();
  const exempt = (version ?? 1) > 1 ? [VERSION_FIELD, ...unused] : unused;
  return [
    ...(ttl === undefined ? [] : [{ collectionGroup: name, fieldPath: TTL_FIELD, ttl: true, indexes: [] } as const]),
    ...exempt.map((fieldPath) => ({ collectionGroup: name, fieldPath: quoted(fieldPath), indexes: [] }) as const),
  ];
}

/** A name that is no plain identifier is written in backticks in a field path. */
const quoted = (field: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(field) ? field : `\`${field.replace(/[\\`]/g, '\\$&')}\``;

type Described = { properties?: Record<string, unknown> } & {
  [K in 'anyOf' | 'oneOf' | 'allOf']?: readonly Described[];
};

/** Every key a document of this schema may have at its top, whichever member of a union it is. */
function fieldsOf(schema: z.ZodType): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = ({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: Described) => {
    for (const key of Object.keys(properties)) found.add(key);
    for (const part of [...anyOf, ...oneOf, ...allOf]) walk(part);
  };
  walk(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Described);
  return found;
}
