import type { PushWays, TokenPush, WebPush } from '#lib/context/ports/push.ts';
import { type Env, EnvProblem } from '#lib/core/env/env.ts';
import { readServiceAccount } from '#services/http/service-account.ts';

type Settings = Pick<
  Env,
  | 'VAPID_PUBLIC_KEY'
  | 'VAPID_PRIVATE_KEY'
  | 'VAPID_SUBJECT'
  | 'VAPID_PREVIOUS_PUBLIC_KEY'
  | 'VAPID_PREVIOUS_PRIVATE_KEY'
  | 'PUSH_ENDPOINT_ALLOW'
  | 'FIREBASE_SERVICE_ACCOUNT'
  | 'FIRESTORE_PROJECT_ID'
>;

/**
 * Opens the push providers that the environment configures. The code of a provider is loaded only when it is
 * configured.
 */
export const openPush = async (env: Settings, now: () => Date): Promise<PushWays> => ({
  web: await openWeb(env, now),
  tokens: await openTokens(env, now),
});

async function openWeb(env: Settings, now: () => Date): Promise<WebPush | null> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return null;
  const { VAPID_PREVIOUS_PUBLIC_KEY: formerPublic, VAPID_PREVIOUS_PRIVATE_KEY: formerPrivate } = env;
  const { openWebPush } = await import('./web-push.ts');
  return openWebPush({
    pair: { publicKey, privateKey },
    previous: formerPublic && formerPrivate ? { publicKey: formerPublic, privateKey: formerPrivate } : undefined,
    subject,
    allowed: env.PUSH_ENDPOINT_ALLOW,
    now,
  });
}

async function openTokens(env: Settings, now: () => Date): Promise<TokenPush | null> {
  const { FIREBASE_SERVICE_ACCOUNT: encoded } = env;
  if (encoded === undefined) return null;
  const account = readServiceAccount(encoded);
  const projectId = env.FIRESTORE_PROJECT_ID ?? account.projectId;
  if (projectId === undefined) throw new EnvProblem('FIREBASE_SERVICE_ACCOUNT: project_id is missing');
  const { openFcm } = await import('./fcm.ts');
  return openFcm({
    projectId,
    credential: () => import('firebase-admin/app').then(({ cert }) => cert(account)),
    now,
  });
}
