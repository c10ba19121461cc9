import { join } from 'node:path';
import type { FileStore } from '#lib/context/ports/files.ts';
import type { Env } from '#lib/core/env/env.ts';
import { readServiceAccount } from '#services/http/service-account.ts';
import { openBucket } from './bucket.ts';
import { openDisk } from './disk.ts';

type Settings = Pick<Env, 'PLAZA_DATA_DIR' | 'FILES_BUCKET' | 'FIREBASE_SERVICE_ACCOUNT'>;

/** Opens the file store: the bucket that FILES_BUCKET names, otherwise a folder beside the database. */
export function openFiles(env: Settings): FileStore {
  if (env.FILES_BUCKET === undefined) return openDisk(join(env.PLAZA_DATA_DIR, 'files'));
  return openBucket({ bucket: env.FILES_BUCKET, token: tokenOf(env.FIREBASE_SERVICE_ACCOUNT) });
}

/**
 * Returns a source of access tokens: for the service account of the environment, otherwise for the machine's own
 * account. The library caches each token while it is valid.
 */
function tokenOf(serviceAccount: string | undefined): () => Promise<string> {
  const given = serviceAccount === undefined ? null : readServiceAccount(serviceAccount);
  let opening: Promise<{ getAccessToken(): Promise<{ access_token: string }> }> | undefined;
  return async () => {
    // Loaded with the first file: the library costs as much as the rest of the startup.
    opening ??= import('firebase-admin/app').then(({ applicationDefault, cert }) =>
      given ? cert(given) : applicationDefault(),
    );
    return (await (await opening).getAccessToken()).access_token;
  };
}
