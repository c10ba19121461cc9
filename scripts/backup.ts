// Backs up a SQLite shop while its server runs: `npm run backup [-- --to DIR]`.
import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#lib/core/env/env.ts';
import { makeBackup } from '#services/backup/make-backup.ts';
import { readManifest } from '#services/backup/manifest.ts';
import { databasePath } from '#services/database/open.ts';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
const env = readEnv({ demoByDefault: true });
const refuse = (why: string): never => {
  console.error(why);
  process.exit(1);
};
if (env.FIRESTORE_PROJECT_ID !== undefined)
  refuse('FIRESTORE_PROJECT_ID is set: Firestore makes its own backups, see `gcloud firestore backups`');
if (!existsSync(databasePath(env)))
  refuse(`There is no database at ${databasePath(env)}; set PLAZA_DATA_DIR to its folder`);

const dataFolder = resolve(env.PLAZA_DATA_DIR);
const into = resolve(values.to ?? env.BACKUP_DIR ?? join(dataFolder, 'backups'));
const startedAt = performance.now();
const made = await makeBackup({
  dataFolder,
  into,
  now: new Date(),
  hasBucket: env.FILES_BUCKET !== undefined,
  hasEnvironmentKeys: env.SESSION_KEYS !== undefined || env.SETTINGS_ENCRYPTION_KEYS !== undefined,
  ...(values.to === undefined && env.BACKUP_DIR !== undefined && { keep: env.BACKUP_KEEP }),
}).catch((error: unknown) => refuse(`No backup was made: ${error instanceof Error ? error.message : String(error)}`));
const { keys, files } = await readManifest(made.path);

const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${made.path}: ${(made.sizeBytes / 1e6).toFixed(1)} MB in ${seconds} s`);
console.log(`Files: ${made.files}, new since the last backup: ${made.copied}`);
for (const folder of made.left) console.log(`${folder} is older than BACKUP_KEEP allows, but could not be removed`);
if (keys === 'environment')
  console.log(
    'The keys are in the environment: store SESSION_KEYS and SETTINGS_ENCRYPTION_KEYS separately from this backup',
  );
if (files === 'bucket') console.log(`Uploaded files are in the bucket ${env.FILES_BUCKET} and not in this backup`);
if (into.startsWith(dataFolder + sep)) console.log('The backup is inside the data folder: copy it to another disk');
console.log(`To restore it, run: npm run restore -- ${made.path}`);
