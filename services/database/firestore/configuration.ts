import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { EnvProblem } from '#lib/core/env/env.ts';

/** The Firestore settings of the environment. */
export type FirestoreConfiguration = {
  readonly projectId: string;
  readonly databaseId?: string;
  readonly emulatorHost?: string;
  /** A service account as base64 JSON. */
  readonly serviceAccount?: string;
  /** The path in GOOGLE_APPLICATION_CREDENTIALS. */
  readonly credentialsFile?: string;
};

export type Account = { readonly projectId: string; readonly clientEmail: string; readonly privateKey: string };
/** How the client authenticates. `ambient` is a credentials file that is not a service account; the SDK reads it. */
export type Access =
  | { readonly kind: 'emulator'; readonly host: string }
  | { readonly kind: 'account'; readonly account: Account }
  | { readonly kind: 'ambient' };

const projectPattern = /^[a-z0-9][a-z0-9.:-]{0,98}[a-z0-9]$/;
const databasePattern = /^(\(default\)|[a-z][a-z0-9-]{2,61}[a-z0-9])$/;
const hostPattern = /^[A-Za-z0-9.[\]:-]+:\d{1,5}$/;

const accountFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  client_email: z.string().min(3),
  private_key: z.string().min(1),
});

/**
 * Decides how to connect to Firestore, before any SDK code runs. Without credentials the SDK rejects a promise that no
 * code handles, and the process dies even though the caller catches errors. An error names the wrong variable.
 */
export function accessOf(configuration: FirestoreConfiguration): Access {
  const { projectId, databaseId = '(default)', emulatorHost, serviceAccount, credentialsFile } = configuration;
  if (!projectPattern.test(projectId))
    throw new EnvProblem(`FIRESTORE_PROJECT_ID: "${projectId}" is not a valid project id`);
  if (!databasePattern.test(databaseId))
    throw new EnvProblem(`FIRESTORE_DATABASE_ID: "${databaseId}" is not a valid database id`);
  if (emulatorHost !== undefined) {
    if (!hostPattern.test(emulatorHost)) throw new EnvProblem('FIRESTORE_EMULATOR_HOST: must be host:port');
    return { kind: 'emulator', host: emulatorHost };
  }
  if (serviceAccount !== undefined) {
    const text = Buffer.from(serviceAccount, 'base64').toString();
    return { kind: 'account', account: accountOf('FIREBASE_SERVICE_ACCOUNT', text, projectId) };
  }
  if (credentialsFile !== undefined) return fileAccess(credentialsFile, projectId);
  throw new EnvProblem(
    'FIREBASE_SERVICE_ACCOUNT is missing: FIRESTORE_PROJECT_ID needs it, or GOOGLE_APPLICATION_CREDENTIALS, or FIRESTORE_EMULATOR_HOST',
  );
}

function fileAccess(path: string, projectId: string): Access {
  const variable = 'GOOGLE_APPLICATION_CREDENTIALS';
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EnvProblem(`${variable}: the file cannot be read`, { cause });
  }
  const type = (jsonOf(variable, text) as { type?: unknown } | null)?.type;
  return type === 'service_account'
    ? { kind: 'account', account: accountOf(variable, text, projectId) }
    : { kind: 'ambient' };
}

function jsonOf(variable: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error has no cause, because the message of a parse error would contain a piece of the key.
    throw new EnvProblem(`${variable}: the value is not valid JSON`);
  }
}

function accountOf(variable: string, text: string, projectId: string): Account {
  const parsed = accountFile.safeParse(jsonOf(variable, text));
  if (!parsed.success) {
    throw new EnvProblem(`${variable}: ${parsed.error.issues[0]?.path.join('.') || 'the account'} is missing or wrong`);
  }
  const { project_id, client_email, private_key } = parsed.data;
  if (project_id !== projectId) {
    throw new EnvProblem(
      `${variable}: the account belongs to project "${project_id}", but FIRESTORE_PROJECT_ID is "${projectId}"`,
    );
  }
  try {
    createPrivateKey(private_key);
  } catch {
    throw new EnvProblem(`${variable}: private_key is not a valid key`);
  }
  return { projectId, clientEmail: client_email, privateKey: private_key };
}
