import { z } from 'zod';
import { flag } from './parsers.ts';
import type { ServerEnv } from './server.ts';

/** The database and the files. */
export const databaseVariables = z.object({
  SQLITE_SYNCHRONOUS: z.enum(['FULL', 'NORMAL']).default('FULL'),
  FIRESTORE_PROJECT_ID: z.string().min(1).optional(),
  FIRESTORE_DATABASE_ID: z.string().min(1).default('(default)'),
  FIREBASE_SERVICE_ACCOUNT: z.string().min(1).optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().min(1).optional(),
  FIRESTORE_EMULATOR_HOST: z.string().min(1).optional(),
  STRICT_INDEXES: flag.default(false),
  FILES_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
});
export type DatabaseEnv = z.output<typeof databaseVariables>;

/** Returns why this database must not be used, or null. */
export function databaseProblem(
  env: DatabaseEnv & Pick<ServerEnv, 'NODE_ENV' | 'APP_ORIGIN' | 'VERCEL'>,
): string | null {
  if (env.NODE_ENV === 'production' && env.FIRESTORE_EMULATOR_HOST !== undefined && env.APP_ORIGIN !== undefined)
    return 'FIRESTORE_EMULATOR_HOST must not be set in production: the emulator stores nothing permanently';
  if (env.FIRESTORE_EMULATOR_HOST !== undefined && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: FIRESTORE_EMULATOR_HOST is set without it';
  if (env.VERCEL !== undefined && env.FIRESTORE_PROJECT_ID === undefined)
    return 'FIRESTORE_PROJECT_ID is missing: this host has no permanent disk, so the store must be Firestore';
  return null;
}
