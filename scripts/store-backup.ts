// Copies the SQLite database while the server runs: `npm run store:backup [-- --to <file>]`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#lib/core/env.ts';
import { backUp } from '#services/database/backup.ts';
import { databasePath } from '#services/database/open.ts';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
const env = readEnv({ demoByDefault: true });
if (env.FIRESTORE_PROJECT_ID !== undefined) {
  console.error('FIRESTORE_PROJECT_ID is set: Firestore has backups of its own, see `gcloud firestore backups`');
  process.exit(1);
}

const stamp = new Date().toISOString().replace(/[:.]/g, '-');
const to = values.to ?? join(env.PLAZA_DATA_DIR, 'backups', `plaza-${stamp}.db`);
const startedAt = performance.now();
const { path, sizeBytes } = await backUp(databasePath(env), to);
console.log(`${path}: ${(sizeBytes / 1e6).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
