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

/** The moment of expiry as Firestore's own expiry policy wants it, kept beside the document and never seen by a reader. */
export const TTL_FIELD = '_ttl';

/** How many composites, and how many field configurations, a database without billing allows (Firestore's quotas). */
export const MOST_INDEXES = 200;

/**
 * The index file of Firestore that the declarations amount to: a composite for each declaration of several fields, a
 * single-field index for each of one field, and an expiry policy for each collection with a ttl. One exemption turns off
 * all automatic indexes of a collection that is queried, because each field that is indexed for nothing makes every write
 * slower. A collection that is read by id alone keeps them: its exemption would use up a configuration.
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

/** A name that is no plain identifier is written in backticks in a field path. */
const quoted = (field: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(field) ? field : `\`${field.replace(/[\\`]/g, '\\$&')}\``;
