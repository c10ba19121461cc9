import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from './collection.ts';
import { firestoreIndexes } from './firestore-indexes.ts';

const Notes = collection('notes', {
  label: 'Note',
  schema: z.object({
    userId: z.string(),
    tags: z.array(z.string()),
    at: z.string(),
    text: z.string(),
  }),
  indexes: [['at desc'], ['tags[]', 'at desc'], ['userId', 'at']],
});
const Codes = collection('codes', {
  label: 'Code',
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), 'odd-name': z.string(), expiresAt: z.string() }),
    z.object({ kind: z.literal('b'), 'odd-name': z.string(), expiresAt: z.string() }),
  ]),
  indexes: [['odd-name']],
  ttl: 'expiresAt',
  version: 2,
});

const Claims = collection('claims', { label: 'Claim', schema: z.object({ owner: z.string() }), indexes: [] });

describe('firestoreIndexes', () => {
  it('makes a composite of each declaration with several fields, directions and arrays as declared', () => {
    const { indexes } = firestoreIndexes([Notes]);

    expect(indexes.map(({ fields }) => fields)).toEqual([
      [
        { fieldPath: 'tags', arrayConfig: 'CONTAINS' },
        { fieldPath: 'at', order: 'DESCENDING' },
      ],
      [
        { fieldPath: 'userId', order: 'ASCENDING' },
        { fieldPath: 'at', order: 'ASCENDING' },
      ],
    ]);
  });

  it('turns automatic indexes off where a collection is queried, and declares each single-field index as it is used', () => {
    const { fieldOverrides } = firestoreIndexes([Notes, Codes, Claims]);

    expect(fieldOverrides.filter(({ ttl }) => !ttl)).toEqual([
      { collectionGroup: 'codes', fieldPath: '*', indexes: [] },
      {
        collectionGroup: 'codes',
        fieldPath: '`odd-name`',
        indexes: [{ queryScope: 'COLLECTION', order: 'ASCENDING' }],
      },
      { collectionGroup: 'notes', fieldPath: '*', indexes: [] },
      { collectionGroup: 'notes', fieldPath: 'at', indexes: [{ queryScope: 'COLLECTION', order: 'DESCENDING' }] },
    ]);
  });

  it('turns expiry on for a collection with a ttl, and for no other', () => {
    const { fieldOverrides } = firestoreIndexes([Notes, Codes]);

    expect(fieldOverrides.filter(({ ttl }) => ttl)).toEqual([
      { collectionGroup: 'codes', fieldPath: '_ttl', ttl: true, indexes: [] },
    ]);
  });
});
