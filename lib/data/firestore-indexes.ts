import type { AnyCollection } from './collection.ts';

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
  readonly indexes: readonly ({ readonly queryScope: 'COLLECTION' } & Mode)[];
};
export type FirestoreIndexes = { readonly indexes: readonly Composite[]; readonly fieldOverrides: readonly Override[] };

/**
 * The expiry time in the form that Firestore's TTL policy needs. It is stored beside the document, and readers never
 * see it.
 */
export const TTL_FIELD = '_ttl';

/** The quota of composite indexes, and also of field configurations, in a Firestore database with billing (decision 49). */
export const MOST_INDEXES = 1_000;

/**
 * Returns the Firestore index file for the declared collections. A declaration of several fields becomes a composite
 * index, and a declaration of one field a single-field index. A collection with a ttl gets a TTL policy. One exemption
 * turns off all automatic indexes of a collection that is queried, because each unused index makes every write slower.
 * A collection that is read only by id keeps its automatic indexes: an exemption would use up a field configuration.
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

function overridesOf({ name, indexes, ttl }: AnyCollection): Override[] {
  const single = indexes.flatMap(([field, ...more]) => (field !== undefined && more.length === 0 ? [field] : []));
  return [
    ...(indexes.length === 0 ? [] : [{ collectionGroup: name, fieldPath: '*', indexes: [] }]),
    ...(ttl === undefined ? [] : [{ collectionGroup: name, fieldPath: TTL_FIELD, ttl: true, indexes: [] } as const]),
    ...[...new Set(single.map(nameOf))].map((field) => ({
      collectionGroup: name,
      fieldPath: quoted(field),
      indexes: single
        .filter((entry) => nameOf(entry) === field)
        .map((entry) => ({ queryScope: 'COLLECTION', ...modeOf(entry) }) as const),
    })),
  ];
}

/** Quotes a name for a field path: a name that is not a plain identifier goes in backticks. */
const quoted = (field: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(field) ? field : `\`${field.replace(/[\\`]/g, '\\$&')}\``;
