import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FirestoreIndexes } from '#lib/data/firestore-indexes.ts';
import { indexFileOf } from '#lib/search/index-file.ts';
import { allCollections } from '#services/collections.ts';

/** What one Firestore database with billing takes, of composites and of single-field configurations alike. */
const MOST = 1000;

describe('firestore.indexes.json', () => {
  it('is what the declared collections amount to; `npm run indexes` writes it', () => {
    const committed = readFileSync('firestore.indexes.json', 'utf8');

    expect(committed).toBe(indexFileOf(allCollections));
  });

  it('stays within what one database takes', () => {
    const { indexes, fieldOverrides } = JSON.parse(indexFileOf(allCollections)) as FirestoreIndexes;

    expect(Math.max(indexes.length, fieldOverrides.length)).toBeLessThanOrEqual(MOST);
  });
});
