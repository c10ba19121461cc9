import { readEnv } from '#lib/core/env/env.ts';
import type { FirestoreConfiguration } from '#services/database/firestore/configuration.ts';

/** The prefix of the name of a database that may be emptied. */
const PREFIX = 'verify';

/** Returns the real database that the contract runs against. It is emptied, so its name must state its purpose. */
export function verifiedProject(): FirestoreConfiguration & { readonly databaseId: string } {
  if (process.env.FIRESTORE_EMULATOR_HOST) {
    throw new Error('FIRESTORE_EMULATOR_HOST is set: this checks a real project, npm test checks the emulator');
  }
  const env = readEnv();
  if (env.FIRESTORE_PROJECT_ID === undefined) throw new Error('FIRESTORE_PROJECT_ID is missing');
  if (!env.FIRESTORE_DATABASE_ID.startsWith(PREFIX)) {
    throw new Error(`FIRESTORE_DATABASE_ID must begin with "${PREFIX}": every document of that database is deleted`);
  }
  return {
    projectId: env.FIRESTORE_PROJECT_ID,
    databaseId: env.FIRESTORE_DATABASE_ID,
    ...(env.FIREBASE_SERVICE_ACCOUNT !== undefined && { serviceAccount: env.FIREBASE_SERVICE_ACCOUNT }),
    ...(env.GOOGLE_APPLICATION_CREDENTIALS !== undefined && { credentialsFile: env.GOOGLE_APPLICATION_CREDENTIALS }),
  };
}
