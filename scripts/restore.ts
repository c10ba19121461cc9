// Restores a backup into the data folder: `npm run restore -- FROM`. The server must not run.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#lib/core/env/env.ts';
import { restoreBackup } from '#services/backup/restore.ts';

const refuse = (why: string): never => {
  console.error(why);
  process.exit(1);
};
const { positionals } = parseArgs({ allowPositionals: true });
const [from = refuse('Name the backup: npm run restore -- backups/2026-03-02T03-10-00-000Z')] = positionals;
const env = readEnv({ demoByDefault: true });
if (env.FIRESTORE_PROJECT_ID !== undefined)
  refuse(
    'FIRESTORE_PROJECT_ID is set: this is a backup of SQLite. Unset the variable, restore, then run `npm run store:copy`',
  );

const dataFolder = resolve(env.PLAZA_DATA_DIR);
const { manifest, documents, before } = await restoreBackup({
  from: resolve(from),
  dataFolder,
  now: new Date(),
}).catch((error: unknown) => refuse(`Nothing was changed: ${error instanceof Error ? error.message : String(error)}`));

console.log(
  `${dataFolder} now contains the shop of ${manifest.createdAt}: ${documents} documents, ${manifest.content.files} files`,
);
if (before !== null) console.log(`The previous data folder is in ${before}; delete it when you no longer need it`);
if (manifest.keys === 'environment')
  console.log(
    'The keys of this backup were in the environment: set the same SESSION_KEYS and SETTINGS_ENCRYPTION_KEYS',
  );
if (manifest.files === 'bucket') console.log('The uploaded files were in a bucket: set the same FILES_BUCKET');
