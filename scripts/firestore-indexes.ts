// Writes firestore.indexes.json from the declared collections: `npm run indexes`.
import { writeFileSync } from 'node:fs';
import { allCollections } from '#lib/data/collections.ts';
import { indexFileOf } from '#lib/data/firestore-indexes.ts';

writeFileSync(new URL('../firestore.indexes.json', import.meta.url), indexFileOf(allCollections));
