import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { type Env, EnvProblem } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { allCollections } from '#services/collections.ts';
import { databasePath } from '#services/database/open.ts';
import { readSchemaState } from '#services/database/sqlite/schema-state.ts';
import { openKeys } from '#services/keys/key-file.ts';
import { buildRuntime } from '#services/runtime.ts';

/**
 * Opens the context of an operator command, beside a running server or without one. Creates no database and no keys,
 * and changes no schema: a running server of another version would stop at a schema change.
 */
export async function openOperator(env: Env): Promise<Context> {
  if (env.FIRESTORE_PROJECT_ID === undefined) assertUsable(databasePath(env));
  const runtime = await buildRuntime(env, { log: () => undefined, keys: presentKeys(env), cardGateway: null });
  return systemContext(runtime, newId('request'));
}

function assertUsable(path: string): void {
  if (!existsSync(path)) throw new EnvProblem(`there is no database at ${path}; set PLAZA_DATA_DIR to its folder`);
  if (readSchemaState(path, allCollections).behind.length > 0)
    throw new EnvProblem(
      'the database belongs to another version: start the server of this version first, or use the other version',
    );
}

/** Returns the existing keys. Without keys a command signs and decrypts nothing. */
export function presentKeys(env: Env): Runtime['keys'] {
  const isSet = env.SESSION_KEYS !== undefined && env.SETTINGS_ENCRYPTION_KEYS !== undefined;
  if (isSet || existsSync(join(env.PLAZA_DATA_DIR, 'keys.json'))) return openKeys(env);
  return { session: env.SESSION_KEYS ?? [], settings: env.SETTINGS_ENCRYPTION_KEYS ?? [] };
}
