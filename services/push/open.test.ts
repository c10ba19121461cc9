import { expect, it } from 'vitest';
import { EnvProblem } from '#lib/core/env/env.ts';
import { openPush } from './open.ts';

const none = {
  VAPID_PUBLIC_KEY: undefined,
  VAPID_PRIVATE_KEY: undefined,
  VAPID_SUBJECT: undefined,
  VAPID_PREVIOUS_PUBLIC_KEY: undefined,
  VAPID_PREVIOUS_PRIVATE_KEY: undefined,
  PUSH_ENDPOINT_ALLOW: [],
  FIREBASE_SERVICE_ACCOUNT: undefined,
  FIRESTORE_PROJECT_ID: undefined,
};
const account = { client_email: 'plaza@plaza.test', private_key: 'a key' };
const opened = (more: object, project?: string) =>
  openPush(
    {
      ...none,
      FIREBASE_SERVICE_ACCOUNT: Buffer.from(JSON.stringify({ ...account, ...more })).toString('base64'),
      FIRESTORE_PROJECT_ID: project,
    },
    () => new Date(),
  );

it('openPush enables app tokens with a service account, with or without Firestore', async () => {
  expect((await opened({ project_id: 'plaza' })).tokens).not.toBeNull();
  expect((await opened({}, 'plaza')).tokens).not.toBeNull();
  expect(await openPush(none, () => new Date())).toEqual({ web: null, tokens: null });
});

it('openPush throws for a service account without a project id', async () => {
  await expect(opened({})).rejects.toThrow(EnvProblem);
});
