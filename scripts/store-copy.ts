// Copies the documents from one database to the other: `npm run store:copy -- --from sqlite --to firestore`, or back.
// The order of a move: maintenance page, copy, compare, switch the variables, start. Files are copied too if
// FILES_BUCKET names their bucket. Otherwise they stay, and the last lines say how many.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#lib/core/env/env.ts';
import type { Store } from '#lib/data/store.ts';
import { allCollections } from '#services/collections.ts';
import { collectionsInUse, copyStore } from '#services/database/copy.ts';
import { openChosenSqlite, openStore } from '#services/database/open.ts';
import { copyFromDisk, countOnDisk } from '#services/files/copy-from-disk.ts';
import { openFiles } from '#services/files/open.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, 'into-existing': { type: 'boolean', default: false } },
});
const move = `${values.from} to ${values.to}`;
if (!['sqlite to firestore', 'firestore to sqlite'].includes(move))
  fail('Use --from sqlite --to firestore, or --from firestore --to sqlite');

const env = readEnv();
if (env.FIRESTORE_PROJECT_ID === undefined)
  fail('FIRESTORE_PROJECT_ID is missing: set it to the Firestore project of the copy');
const world = { now: () => new Date(), log: () => undefined };
const open = async (kind: string | undefined): Promise<Store> =>
  kind === 'sqlite' ? openChosenSqlite(env, allCollections, world) : openStore(env, allCollections, world);
const [from, to] = await Promise.all([open(values.from), open(values.to)]);

const inUse = values['into-existing'] ? [] : await collectionsInUse(to, allCollections);
if (inUse.length > 0) {
  fail(`The ${values.to} store already contains ${inUse.join(', ')}; add --into-existing to continue an earlier copy`);
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
  `${results.reduce((sum, result) => sum + result.to, 0)} documents in ${results.length} collections were copied, and the counts match`,
);
await bringFiles();
process.exit(0);

/** Documents contain the keys of files, so the new servers of a moved shop must find the files. */
async function bringFiles(): Promise<void> {
  const folder = join(env.PLAZA_DATA_DIR, 'files');
  if (values.from === 'firestore') {
    if (env.FILES_BUCKET !== undefined)
      console.log(`Files stay in the bucket ${env.FILES_BUCKET}, which serves SQLite too: keep FILES_BUCKET set`);
    else console.log(`Uploaded files are not copied: copy the folder files/ of each former server to ${folder}`);
    return;
  }
  const count = await countOnDisk(folder);
  if (env.FILES_BUCKET !== undefined)
    console.log(`${await copyFromDisk(folder, openFiles(env))} files are in the bucket ${env.FILES_BUCKET}`);
  else if (count > 0)
    console.log(`${count} files were left in ${folder}: set FILES_BUCKET and run this again with --into-existing`);
}
