import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuOf } from '#tests/bench/store/figures.ts';
import type { Started } from './control.ts';
import type { Kind } from './kinds.ts';
import { comingsIn, type Load, type LoadPlan, type People } from './plan.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const files: Readonly<Record<Kind, string>> = {
  ws: 'ws.ts',
  sse: 'sse.ts',
  'socket.io': 'socket-io.ts',
  'plaza ws': 'plaza.ts',
  'plaza sse': 'plaza.ts',
};
/**
 * All subscribers disconnect and reconnect until this many connections were made, at least twice. The best cost of
 * connecting counts. The number is the same for every count of subscribers. Otherwise smaller counts would show the
 * engine's compilation instead of the connections.
 */
const ENOUGH = 20_000;
/** A user of ours may connect slightly more often than this in a minute. */
const PER_PERSON = 50;
const STOP_MS = 5000;

/** On a machine with a second core, server and load do not share one. */
const canPin = cpus().length > 1 && existsSync('/usr/bin/taskset');
const onCore = (core: number): readonly string[] => (canPin ? ['/usr/bin/taskset', '-c', String(core)] : []);

type Given = Omit<LoadPlan, 'kind' | 'port' | 'control' | 'people' | 'waves'>;

/** Measures one kind of server with a number of subscribers: a fresh server and load, each in a separate process. */
export async function runKind(kind: Kind, given: Given): Promise<{ readonly load: Load; readonly cpuMs: number }> {
  const n = given.subscribers;
  const waves = n < 1000 ? 1 : Math.max(2, Math.ceil(ENOUGH / n));
  const count = Math.ceil(n / Math.floor(PER_PERSON / comingsIn(waves)));
  const [command, ...rest] = [...onCore(0), process.execPath, '--expose-gc'];
  const child = spawn(command, [...rest, join(here, 'servers', files[kind]), String(count)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    const { started, people } = await began(child);
    const plan: LoadPlan = { ...given, kind, people, waves, ...started };
    const [loader, ...more] = [...onCore(1), process.execPath];
    const loading = run(loader, [...more, join(here, 'load.ts')], { maxBuffer: 1 << 20 });
    loading.child.stdin?.end(JSON.stringify(plan));
    const { stdout } = await loading;
    const load = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Load; // `load.ts` wrote it
    return { load, cpuMs: load.loaderCpuMs + cpuOf(child.pid ?? 0) };
  } finally {
    await stopped(child);
  }
}

/** Returns what a server reports before it can be measured: its users, if it has any, and its ports. */
function began(child: ChildProcess): Promise<{ readonly started: Started; readonly people: People | null }> {
  return new Promise((resolve, reject) => {
    let people: People | null = null;
    child.on('message', (message: Started | { readonly people: People }) => {
      if ('people' in message) people = message.people;
      else resolve({ started: message, people });
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await end;
  clearTimeout(killer);
}
