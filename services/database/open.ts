import { join } from 'node:path';
import type { Log } from '#lib/context/ports/log.ts';
import { type Env, EnvProblem } from '#lib/core/env/env.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import type { Store } from '#lib/data/store.ts';

export type StoreEnv = Pick<
  Env,
  | 'PLAZA_DATA_DIR'
  | 'SQLITE_SYNCHRONOUS'
  | 'STRICT_INDEXES'
  | 'VERCEL'
  | 'FIRESTORE_PROJECT_ID'
  | 'FIRESTORE_DATABASE_ID'
  | 'FIREBASE_SERVICE_ACCOUNT'
  | 'GOOGLE_APPLICATION_CREDENTIALS'
  | 'FIRESTORE_EMULATOR_HOST'
>;
export type StoreWorld = { readonly now: () => Date; readonly log: Log };

/** Returns the path of the SQLite database file. */
export const databasePath = ({ PLAZA_DATA_DIR }: Pick<StoreEnv, 'PLAZA_DATA_DIR'>): string =>
  join(PLAZA_DATA_DIR, 'plaza.db');

/**
 * Opens the store that the environment names: Firestore when FIRESTORE_PROJECT_ID is set, otherwise SQLite in the data
 * folder. Only the code of that store is loaded: the Firestore SDK costs 100 MB and a third of a second.
 */
export async function openStore(
  env: StoreEnv,
  collections: readonly AnyCollection[],
  world: StoreWorld,
): Promise<Store> {
  const { FIRESTORE_PROJECT_ID } = env;
  if (FIRESTORE_PROJECT_ID !== undefined) {
    return openChosenFirestore({ ...env, FIRESTORE_PROJECT_ID }, collections, world);
  }
  if (env.VERCEL !== undefined) {
    throw new EnvProblem(
      'FIRESTORE_PROJECT_ID is missing: this host has no permanent disk; set it and FIREBASE_SERVICE_ACCOUNT to keep documents in Firestore',
    );
  }
  return openChosenSqlite(env, collections, world);
}

/** Opens the SQLite store of the data folder, even when the environment names Firestore. */
export async function openChosenSqlite(
  env: StoreEnv,
  collections: readonly AnyCollection[],
  world: StoreWorld,
): Promise<Store> {
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite({
    ...world,
    collections,
    path: databasePath(env),
    synchronous: env.SQLITE_SYNCHRONOUS,
    strictIndexes: env.STRICT_INDEXES,
  });
}

async function openChosenFirestore(
  env: StoreEnv & { readonly FIRESTORE_PROJECT_ID: string },
  collections: readonly AnyCollection[],
  world: StoreWorld,
): Promise<Store> {
  const { openFirestore } = await import('./firestore.ts');
  return openFirestore({
    ...world,
    collections,
    projectId: env.FIRESTORE_PROJECT_ID,
    databaseId: env.FIRESTORE_DATABASE_ID,
    strictIndexes: env.STRICT_INDEXES,
    // A Vercel function does not live long enough to watch a query.
    watches: env.VERCEL === undefined,
    ...(env.FIRESTORE_EMULATOR_HOST !== undefined && { emulatorHost: env.FIRESTORE_EMULATOR_HOST }),
    ...(env.FIREBASE_SERVICE_ACCOUNT !== undefined && { serviceAccount: env.FIREBASE_SERVICE_ACCOUNT }),
    ...(env.GOOGLE_APPLICATION_CREDENTIALS !== undefined && { credentialsFile: env.GOOGLE_APPLICATION_CREDENTIALS }),
  });
}
