import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FirestoreIndexes, MOST_INDEXES } from '#lib/data/firestore-indexes.ts';
import { indexFileOf } from '#lib/search/index-file.ts';
import { allCollections } from '#services/collections.ts';

describe('firestore.indexes.json', () => {
  it('matches the declared collections; `npm run indexes` updates it', () => {
    const committed = readFileSync('firestore.indexes.json', 'utf8');

    expect(committed).toBe(indexFileOf(allCollections));
  });

  it('fits the index limit of a project with billing', () => {
    const { indexes, fieldOverrides } = JSON.parse(indexFileOf(allCollections)) as FirestoreIndexes;

    for (const of of [indexes, fieldOverrides])
      expect(of.length, `the largest: ${largestOf(of)}`).toBeLessThanOrEqual(MOST_INDEXES);
  });
});

const largestOf = (of: readonly { readonly collectionGroup: string }[]): string =>
  [...Map.groupBy(of, ({ collectionGroup }) => collectionGroup)]
    .map(([name, entries]) => ({ name, count: entries.length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ');
