// Runs the contract of the store against a real Firestore database that is used for nothing else and gets emptied:
// `npm run verify:firestore`. `npm run verify:firestore -- --indexes` prints the indexes it needs. Deploy them first.
import { startVitest } from 'vitest/node';
import { firestoreIndexes } from '#lib/data/firestore-indexes.ts';
import { contractCollections } from '#tests/contract/store/things.ts';
import { verifiedProject } from '#tests/support/verified-project.ts';

if (process.argv.includes('--indexes')) {
  console.log(JSON.stringify(firestoreIndexes(contractCollections), null, 2));
  process.exit(0);
}

try {
  verifiedProject();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const vitest = await startVitest('test', [], {
  config: false,
  watch: false,
  include: ['tests/contract/store-firestore.verify.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  fileParallelism: false,
});
await vitest.close();
