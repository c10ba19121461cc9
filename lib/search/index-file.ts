import type { AnyCollection } from '#lib/data/collection.ts';
import { firestoreIndexes } from '#lib/data/firestore-indexes.ts';
import { searchCollections } from './collections.ts';

/** Returns the text of `firestore.indexes.json` for these collections and those of the search index. */
export const indexFileOf = (collections: readonly AnyCollection[]): string =>
  `${JSON.stringify(firestoreIndexes([...collections, ...searchCollections]), null, 2)}\n`;
