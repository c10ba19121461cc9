import { join } from 'node:path';
import { z } from 'zod';
import { type Env, EnvProblem } from '#lib/core/env.ts';
import type { FileStore } from '#lib/core/files.ts';
import { openBucket } from './bucket.ts';
import { openDisk } from './disk.ts';

type Settings = Pick<Env, 'PLAZA_DATA_DIR' | 'FILES_BUCKET' | 'FIREBASE_SERVICE_ACCOUNT'>;

const account = z.object({ client_email: z.string().min(3), private_key: z.string().min(1) });

/** Where files are kept: in the bucket FILES_BUCKET names, else in a folder beside the store. */
export function openFiles(env: Settings): FileStore {
  if (env.FILES_BUCKET === undefined) return openDisk(join(env.PLAZA_DATA_DIR, 'files'));
  return openBucket({ bucket: env.FILES_BUCKET, token: tokenOf(env.FIREBASE_SERVICE_ACCOUNT) });
}

/** Access tokens of the service account of the environment, else of the machine; the library keeps each while it is good. */
function tokenOf(serviceAccount: string | undefined): () => Promise<string> {
  const given = serviceAccount === undefined ? null : accountOf(serviceAccount);
  let opening: Promise<{ getAccessToken(): Promise<{ access_token: string }> }> | undefined;
  return async () => {
    // Loaded with the first file: it costs as much as everything else of a start.
    opening ??= import('firebase-admin/app').then(({ applicationDefault, cert }) =>
      given ? cert({ clientEmail: given.client_email, privateKey: given.private_key }) : applicationDefault(),
    );
    return (await (await opening).getAccessToken()).access_token;
  };
}

function accountOf(encoded: string): z.output<typeof account> {
  try {
    return account.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  } catch {
    // No cause: the text of a parse error would hold a piece of the key.
    throw new EnvProblem('FIREBASE_SERVICE_ACCOUNT: does not hold a service account');
  }
}
