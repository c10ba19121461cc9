import type { z } from 'zod';
import type { DatabaseEnv } from './database.ts';
import type { secretVariables } from './secrets.ts';
import type { ServerEnv } from './server.ts';
import type { tunnelVariables } from './tunnel.ts';

type ProcessEnv = Pick<ServerEnv, 'NODE_ENV' | 'APP_ORIGIN' | 'PLAZA_DEMO' | 'VERCEL'> &
  Pick<DatabaseEnv, 'FIRESTORE_PROJECT_ID' | 'FIRESTORE_EMULATOR_HOST' | 'FILES_BUCKET'> &
  Pick<z.output<typeof secretVariables>, 'SESSION_KEYS' | 'SETTINGS_ENCRYPTION_KEYS'> &
  Pick<z.output<typeof tunnelVariables>, 'TUNNEL_BUS'>;

/** The variables that each process would otherwise set for itself, and what each process would then do. */
const consequences = {
  SESSION_KEYS: 'respond with 401 to sessions of the others',
  SETTINGS_ENCRYPTION_KEYS: 'not decrypt their stored secrets',
  FILES_BUCKET: 'respond with 404 to their files',
} as const;

const names = Object.keys(consequences) as (keyof typeof consequences)[];
const listed = (parts: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);

/**
 * Returns whether processes on other machines may serve the same shop: always on a serverless host, and whenever the
 * store is Firestore in production or with a public origin, which the separate mail listener has too. A demo and the
 * emulator belong to one machine.
 */
const mayBeOneOfMany = (env: ProcessEnv): boolean =>
  env.VERCEL !== undefined ||
  ((env.NODE_ENV === 'production' || env.APP_ORIGIN !== undefined) &&
    env.FIRESTORE_PROJECT_ID !== undefined &&
    env.FIRESTORE_EMULATOR_HOST === undefined &&
    !env.PLAZA_DEMO);

/** Returns what prevents several processes from serving as one, or null. Names everything that is missing at once. */
export function processProblem(env: ProcessEnv): string | null {
  if (!mayBeOneOfMany(env)) return null;
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    const effects = listed(missing.map((name) => consequences[name]));
    return `${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing: several processes may serve one Firestore, and without ${missing.length === 1 ? 'it' : 'them'} each would ${effects}`;
  }
  return env.TUNNEL_BUS === 'memory'
    ? 'TUNNEL_BUS must not be memory: several processes may serve one Firestore, and the others would receive no live events'
    : null;
}
