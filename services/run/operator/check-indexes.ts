import { readFileSync } from 'node:fs';
import { indexFileOf } from '#lib/search/index-file.ts';
import { allCollections } from '#services/collections.ts';
import { bad, type Finding, messageOf, ok } from './finding.ts';

const inTheProduct = new URL('../../../firestore.indexes.json', import.meta.url);

/**
 * Checks that the Firestore index file matches this version's declarations. Which indexes are deployed, only the
 * Firestore project knows.
 */
export function checkIndexes(file: URL | string = inTheProduct): Finding {
  const next = 'npm run indexes, then deploy it: firebase deploy --only firestore:indexes';
  try {
    return readFileSync(file, 'utf8') === indexFileOf(allCollections)
      ? ok('indexes', 'firestore.indexes.json is as this version declares it')
      : bad('indexes', 'firestore.indexes.json is not what this version declares: some lists would fail', next);
  } catch (error) {
    return bad('indexes', `firestore.indexes.json cannot be read: ${messageOf(error)}`, next);
  }
}
