// Copies the SQLite database while the server runs: `npm run store:backup [-- --to <file>]`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#lib/core/env/env.ts';
import { backUp } from '#services/database/backup.ts';
import { databasePath } from '#services/database/open.ts';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
const env = readEnv({ demoByDefault: true });
const database = databasePath(env);
const refuse = (why: string): never => {
  console.error(why);
  process.exit(1);
};
if (env.FIRESTORE_PROJECT_ID !== undefined) {
  refuse('FIRESTORE_PROJECT_ID is set: Firestore has backups of its own, see `gcloud firestore backups`');
}
if (!existsSync(database)) refuse(`There is no database at ${database}; PLAZA_DATA_DIR names its folder`);

const stamp = new Date().toISOString().replace(/[:.]/g, '-');
const to = values.to ?? join(env.PLAZA_DATA_DIR, 'backups', `plaza-${stamp}.db`);
const startedAt = performance.now();
const { path, sizeBytes } = await backUp(database, to);
console.log(`${path}: ${(sizeBytes / 1e6).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
