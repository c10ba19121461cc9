import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverArguments, serverEntry, serverEnvironment } from '#scripts/server-process.mjs';

const READY_WITHIN_MS = 600_000;
const STOP_WITHIN_MS = 300_000;

/** Tests of the built product need a build: without one they are skipped, and in CI they fail. */
export const isBuilt = existsSync(serverEntry) || Boolean(process.env.CI);

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The real product as a child process over a data folder. Tests end it by its own pid. */
export type Server = {
  readonly folder: string;
  readonly origin: string;
  readonly pid: number;
  /** Milliseconds from spawn to the first ready response. */
  readonly readyMs: number;
  readonly ended: Promise<Ended>;
  log(): string;
  /** Sends SIGTERM. Kills the server and throws when it has not stopped after STOP_WITHIN_MS. */
  close(): Promise<Ended>;
};

/**
 * Returns a free port below the range that the system uses for outgoing connections. So the port is still free when a
 * server binds it seconds later, or again after it was killed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

async function untilReady(origin: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended at once with ${child.exitCode ?? child.signalCode}:\n${log().slice(-2000)}`);
    const isReady = await fetch(`${origin}/api/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    await pause(10);
  }
  throw new Error(`the server was not ready within ${READY_WITHIN_MS} ms:\n${log().slice(-2000)}`);
}

/**
 * Starts the production build with these variables over the demo's, on a free port or on the given one. A demo has no
 * past unless a test asks for it. It needs a build by `npm run build`.
 */
export async function startServer(
  folder: string,
  vars: (origin: string) => Readonly<Record<string, string | undefined>>,
  givenPort?: number,
): Promise<Server> {
  const port = givenPort ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const logFile = join(folder, `server-${port}.log`);
  const out = openSync(logFile, 'a');
  const log = () => readFileSync(logFile, 'utf8');
  const from = performance.now();
  const child = spawn(process.execPath, serverArguments, {
    env: {
      ...serverEnvironment,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PLAZA_DATA_DIR: folder,
      PLAZA_DEMO_HISTORY: 'off',
      ...vars(origin),
    },
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const close = async () => {
    child.kill('SIGTERM');
    let isKilled = false;
    const killer = setTimeout(() => {
      isKilled = child.kill('SIGKILL');
    }, STOP_WITHIN_MS);
    const end = await ended;
    clearTimeout(killer);
    if (isKilled)
      throw new Error(`the server had not stopped ${STOP_WITHIN_MS} ms after SIGTERM:\n${log().slice(-2000)}`);
    return end;
  };
  try {
    await untilReady(origin, child, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { folder, origin, pid: child.pid ?? 0, readyMs: Math.round(performance.now() - from), ended, log, close };
}
