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
  const next = 'run npm run indexes, then deploy the file: firebase deploy --only firestore:indexes';
  try {
    return readFileSync(file, 'utf8') === indexFileOf(allCollections)
      ? ok('indexes', 'firestore.indexes.json matches this version')
      : bad('indexes', 'firestore.indexes.json does not match this version: some lists would fail', next);
  } catch (error) {
    return bad('indexes', `firestore.indexes.json cannot be read: ${messageOf(error)}`, next);
  }
}
