import { join } from 'node:path';
import type { FileStore } from '#lib/context/ports/files.ts';
import type { Env } from '#lib/core/env/env.ts';
import { readServiceAccount } from '#services/http/service-account.ts';
import { openBucket } from './bucket.ts';
import { openDisk } from './disk.ts';

type Settings = Pick<Env, 'PLAZA_DATA_DIR' | 'FILES_BUCKET' | 'FIREBASE_SERVICE_ACCOUNT'>;

/** Where files are kept: in the bucket FILES_BUCKET names, else in a folder beside the store. */
export function openFiles(env: Settings): FileStore {
  if (env.FILES_BUCKET === undefined) return openDisk(join(env.PLAZA_DATA_DIR, 'files'));
  return openBucket({ bucket: env.FILES_BUCKET, token: tokenOf(env.FIREBASE_SERVICE_ACCOUNT) });
}

/** Access tokens of the service account of the environment, else of the machine; the library keeps each while it is good. */
function tokenOf(serviceAccount: string | undefined): () => Promise<string> {
  const given = serviceAccount === undefined ? null : readServiceAccount(serviceAccount);
  let opening: Promise<{ getAccessToken(): Promise<{ access_token: string }> }> | undefined;
  return async () => {
    // Loaded with the first file: it costs as much as everything else of a start.
    opening ??= import('firebase-admin/app').then(({ applicationDefault, cert }) =>
      given ? cert(given) : applicationDefault(),
    );
    return (await (await opening).getAccessToken()).access_token;
  };
}
