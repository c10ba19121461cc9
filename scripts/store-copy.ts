// Moves the documents from one database to the other: `npm run store:copy -- --from sqlite --to firestore`, or back.
// The order of a move: maintenance page, copy, compare, switch the variables, start. Files are not documents and stay.
import { parseArgs } from 'node:util';
import { readEnv } from '#lib/core/env/env.ts';
import type { Store } from '#lib/data/store.ts';
import { allCollections } from '#services/collections.ts';
import { collectionsInUse, copyStore } from '#services/database/copy.ts';
import { openChosenSqlite, openStore } from '#services/database/open.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, 'into-existing': { type: 'boolean', default: false } },
});
const move = `${values.from} to ${values.to}`;
if (!['sqlite to firestore', 'firestore to sqlite'].includes(move))
  fail('Say --from sqlite --to firestore, or --from firestore --to sqlite');

const env = readEnv();
if (env.FIRESTORE_PROJECT_ID === undefined) fail('FIRESTORE_PROJECT_ID is missing: it names the Firestore of the copy');
const world = { now: () => new Date(), log: () => undefined };
const open = async (kind: string | undefined): Promise<Store> =>
  kind === 'sqlite' ? openChosenSqlite(env, allCollections, world) : openStore(env, allCollections, world);
const [from, to] = await Promise.all([open(values.from), open(values.to)]);

const inUse = values['into-existing'] ? [] : await collectionsInUse(to, allCollections);
if (inUse.length > 0) {
  fail(`The ${values.to} store already holds ${inUse.join(', ')}; say --into-existing to go on with an earlier copy`);
}
const results = await copyStore({
  from,
  to,
  collections: allCollections,
  copied: (result) =>
    console.log(`${result.collection}: ${result.from} of ${values.from}, ${result.to} in ${values.to}`),
});
await Promise.all([from.close(), to.close()]);

const different = results.filter((result) => result.from !== result.to);
if (different.length > 0) fail(`The counts differ: ${different.map(({ collection }) => collection).join(', ')}`);
console.log(
  `${results.reduce((sum, result) => sum + result.to, 0)} documents in ${results.length} collections are equal in number`,
);
process.exit(0);
