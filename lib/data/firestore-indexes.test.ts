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
    'odd-name': z.string(),
  }),
  indexes: [['at desc'], ['tags[]', 'at desc'], ['userId', 'at']],
});
const Codes = collection('codes', {
  label: 'Code',
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), left: z.string(), expiresAt: z.string() }),
    z.object({ kind: z.literal('b'), right: z.number(), expiresAt: z.string() }),
  ]),
  indexes: [['kind']],
  ttl: 'expiresAt',
  version: 2,
});

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

  it('exempts exactly the fields that no declaration names, of every member of a union', () => {
    const { fieldOverrides } = firestoreIndexes([Notes, Codes]);

    expect(fieldOverrides.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)).toEqual([
      'codes._ttl',
      'codes._version',
      'codes.expiresAt',
      'codes.left',
      'codes.right',
      'notes.`odd-name`',
      'notes.text',
    ]);
  });

  it('turns expiry on for a collection with a ttl, and for no other', () => {
    const { fieldOverrides } = firestoreIndexes([Notes, Codes]);

    expect(fieldOverrides.filter(({ ttl }) => ttl)).toEqual([
      { collectionGroup: 'codes', fieldPath: '_ttl', ttl: true, indexes: [] },
    ]);
  });
});
