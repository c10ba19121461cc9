import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A running Firestore emulator. `close` ends it only if this process started it. */
export type Emulator = { readonly host: string; close(): Promise<void> };

const START_MS = 110_000;
const STOP_MS = 5_000;
const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/** Starts the official emulator, or reuses the one in FIRESTORE_EMULATOR_HOST; returns null where neither exists. */
export async function startEmulator(): Promise<Emulator | null> {
  const given = process.env.FIRESTORE_EMULATOR_HOST;
  if (given) return { host: given, close: async () => {} };

  const jar = findJar();
  if (jar === null || !hasJava()) return null;
  const port = await freePort();
  const child = spawn(
    'java',
    [
      // The emulator lives for minutes and shares two cores. There the second compiler and the parallel collector cost
      // more than they save.
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-Duser.language=en',
      '-cp',
      jar,
      MAIN_CLASS,
      'start',
      '--host=127.0.0.1',
      `--port=${port}`,
    ],
    { stdio: 'ignore' },
  );
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const close = async () => {
    process.removeListener('exit', end);
    await stop(child);
  };
  try {
    await untilReady(`http://127.0.0.1:${port}/`, child);
  } catch (error) {
    await close();
    throw error;
  }
  return { host: `127.0.0.1:${port}`, close };
}

/** True when this machine can run the Firestore suites. */
export const emulatorIsHere = (): boolean =>
  Boolean(process.env.FIRESTORE_EMULATOR_HOST) || (findJar() !== null && hasJava());

function findJar(): string | null {
  const named = process.env.FIRESTORE_EMULATOR_JAR;
  if (named) {
    if (!existsSync(named)) throw new Error(`FIRESTORE_EMULATOR_JAR names no file: ${named}`);
    return named;
  }
  const files = spawnSync('dpkg', ['-L', 'google-cloud-cli-firestore-emulator'], { encoding: 'utf8' });
  return files.stdout?.split('\n').find((line) => line.endsWith('.jar')) ?? null;
}

const hasJava = () => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The Firestore emulator ended at once with code ${child.exitCode}`);
    const answer = await fetch(url).then(
      (reply) => reply.text(),
      () => '',
    );
    if (answer.startsWith('Ok')) return;
    await pause(100);
  }
  throw new Error(`The Firestore emulator did not answer within ${START_MS} ms`);
}

/** Ends the emulator by its pid, the only handle: SIGTERM first, then SIGKILL if it does not exit. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(killer);
}
