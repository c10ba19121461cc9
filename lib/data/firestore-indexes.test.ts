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
  it('creates a composite index with its directions and arrays for each declaration with several fields', () => {
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

  it('turns off automatic indexes for queried collections and declares each single-field index explicitly', () => {
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

  it('turns on expiry only for a collection with a ttl', () => {
    const { fieldOverrides } = firestoreIndexes([Notes, Codes]);

    expect(fieldOverrides.filter(({ ttl }) => ttl)).toEqual([
      { collectionGroup: 'codes', fieldPath: '_ttl', ttl: true, indexes: [] },
    ]);
  });
});
