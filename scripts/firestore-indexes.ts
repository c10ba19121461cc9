// Writes firestore.indexes.json from the declared collections: `npm run indexes`.
import { writeFileSync } from 'node:fs';
import { indexFileOf } from '#lib/search/index-file.ts';
import { allCollections } from '#services/collections.ts';

writeFileSync(new URL('../firestore.indexes.json', import.meta.url), indexFileOf(allCollections));
