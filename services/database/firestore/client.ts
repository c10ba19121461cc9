import { setTimeout as pause } from 'node:timers/promises';
import type { Firestore } from 'firebase-admin/firestore';
import { EnvProblem } from '#lib/core/env/env.ts';
import { type Lanes, openLanes } from '#lib/data/lanes.ts';
import { type Access, accessOf, type FirestoreConfiguration } from './configuration.ts';
import { GOODBYE_MS } from './deadline.ts';
import { type Gate, openGate } from './gate.ts';

export type Sdk = typeof import('firebase-admin/firestore');
/** The only connection of this process to a database, shared by every store opened on it. */
export type Client = {
  readonly sdk: Sdk;
  readonly database: Firestore;
  readonly lanes: Lanes;
  /** Every request of the store passes through this gate. */
  readonly gate: Gate;
  /** Releases the connection. The connection closes when its last store has released it. */
  release(): Promise<void>;
};

type Shared = { readonly access: string; readonly opening: Promise<Opened>; users: number };
type Opened = { readonly sdk: Sdk; readonly database: Firestore; readonly lanes: Lanes; end(): Promise<void> };

// The SDK rejects a second client with other options, and hot reload loads this module again. So the connections of a
// process hang on globalThis.
const key = Symbol.for('plaza.firestore');
const registry = globalThis as { [key]?: Map<string, Shared> };
registry[key] ??= new Map();
const connections = registry[key];

/**
 * Connects to a database, or reuses the existing connection of this process. With `watches` false the SDK does not load
 * gRPC.
 */
export async function connect(configuration: FirestoreConfiguration, watches: boolean): Promise<Client> {
  const access = accessOf(configuration);
  const { projectId, databaseId = '(default)' } = configuration;
  const name = `${projectId}/${databaseId}`;
  const fingerprint = JSON.stringify([access, watches]);

  const held = connections.get(name);
  if (held && held.access !== fingerprint) {
    throw new EnvProblem(`FIRESTORE_PROJECT_ID: ${name} is already open in this process with another configuration`);
  }
  const shared = held ?? { access: fingerprint, opening: open(name, projectId, databaseId, access, watches), users: 0 };
  if (!held) connections.set(name, shared);
  shared.users += 1;

  const gate = openGate();
  const letGo = async () => {
    await gate.shut();
    shared.users -= 1;
    if (shared.users > 0) return;
    if (connections.get(name) === shared) connections.delete(name);
    const opened = await shared.opening.catch(() => null);
    await opened?.end();
  };
  // A dead host keeps requests pending for minutes, so the release stops waiting after GOODBYE_MS.
  const release = () => Promise.race([letGo(), pause(GOODBYE_MS, undefined, { ref: false })]);
  try {
    return { ...(await shared.opening), gate, release };
  } catch (error) {
    await release();
    throw error;
  }
}

let apps = 0;

async function open(
  name: string,
  projectId: string,
  databaseId: string,
  access: Access,
  watches: boolean,
): Promise<Opened> {
  // Loaded only here: the SDK costs 200-330 ms and 115 MB, and a process on SQLite need not pay that.
  const [{ initializeApp, deleteApp, cert }, sdk] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/firestore'),
  ]);
  const credential = access.kind === 'account' ? { credential: cert(access.account) } : {};
  const app = initializeApp({ projectId, ...credential }, `plaza ${name} ${++apps}`);
  // REST starts faster, but it ignores the emulator's credentials, and listeners load gRPC anyway.
  const preferRest = access.kind !== 'emulator' && !watches;
  const database = sdk.initializeFirestore(app, { preferRest }, databaseId);
  if (access.kind === 'emulator') database.settings({ host: access.host, ssl: false, auth: nobody });
  const end = async () => {
    await database.terminate();
    await deleteApp(app);
  };
  return { sdk, database, lanes: openLanes(), end };
}

/**
 * Replaces the credential search that gRPC starts even for an emulator, and which queries the network for an identity.
 */
const nobody = { getUniverseDomain: async () => 'googleapis.com' };
