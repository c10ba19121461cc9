import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from './configuration.ts';

const projectId = 'plaza-test';
const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const account = {
  type: 'service_account',
  project_id: projectId,
  client_email: 'plaza@plaza-test.iam.gserviceaccount.com',
  private_key: privateKey,
};
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-account-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
function fileWith(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

describe('accessOf', () => {
  it('prefers the emulator to a service account', () => {
    const access = accessOf({ projectId, emulatorHost: '127.0.0.1:8080', serviceAccount: encoded(account) });

    expect(access).toEqual({ kind: 'emulator', host: '127.0.0.1:8080' });
  });

  it('reads a service account from the variable or from the file', () => {
    const wanted = { kind: 'account', account: { projectId, clientEmail: account.client_email, privateKey } };

    expect(accessOf({ projectId, serviceAccount: encoded(account) })).toEqual(wanted);
    expect(accessOf({ projectId, credentialsFile: fileWith('account.json', account) })).toEqual(wanted);
  });

  it('leaves other kinds of credential files to the client', () => {
    const credentialsFile = fileWith('federated.json', { type: 'external_account', audience: 'x' });

    expect(accessOf({ projectId, credentialsFile })).toEqual({ kind: 'ambient' });
  });

  it.each([
    ['FIREBASE_SERVICE_ACCOUNT is missing', {}],
    ['FIRESTORE_PROJECT_ID: "Not A Project"', { projectId: 'Not A Project', emulatorHost: '127.0.0.1:1' }],
    ['FIRESTORE_DATABASE_ID: "a/b"', { databaseId: 'a/b', emulatorHost: '127.0.0.1:1' }],
    ['FIRESTORE_EMULATOR_HOST: must be host:port', { emulatorHost: 'http://localhost' }],
    ['FIREBASE_SERVICE_ACCOUNT: the value is not valid JSON', { serviceAccount: 'c29tZSB0ZXh0' }],
    ['FIREBASE_SERVICE_ACCOUNT: private_key is missing', { serviceAccount: encoded({ ...account, private_key: '' }) }],
    [
      'FIREBASE_SERVICE_ACCOUNT: private_key is not a valid key',
      { serviceAccount: encoded({ ...account, private_key: 'x' }) },
    ],
    ['FIREBASE_SERVICE_ACCOUNT: type', { serviceAccount: encoded({ ...account, type: 'authorized_user' }) }],
    ['belongs to project "other"', { serviceAccount: encoded({ ...account, project_id: 'other' }) }],
    ['GOOGLE_APPLICATION_CREDENTIALS: the file cannot be read', { credentialsFile: '/nowhere/at/all.json' }],
  ])('names the wrong variable: %s', (message, wrong) => {
    expect(() => accessOf({ projectId, ...wrong })).toThrow(message);
  });

  it('puts nothing of the key into the error', () => {
    const serviceAccount = Buffer.from(JSON.stringify(account).slice(0, -4)).toString('base64');

    const problem = (() => {
      try {
        return accessOf({ projectId, serviceAccount });
      } catch (error) {
        return error;
      }
    })() as Error;

    expect(`${problem.stack} ${String(problem.cause)}`).not.toContain('PRIVATE KEY');
  });
});
