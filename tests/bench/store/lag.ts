import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from '#tests/support/server.ts';

/** A blocked event loop handles the signal late. */
const WRITTEN_WITHIN_MS = 120_000;

/** Returns the variables with which a server's event loop can be watched. */
export const lagVars = (folder: string) => ({
  NODE_OPTIONS: `--import ${import.meta.resolve('./lag-probe.mjs')}`,
  LAG_DIR: folder,
});

/** The longest time an event loop was held: clock time, and the CPU time of its own thread in it, in milliseconds. */
export type Lag = { readonly clockMs: number; readonly cpuMs: number };

/** Watches the event loops of servers; `stop` returns the worst of any of them. */
export function watchLag(servers: readonly Server[], folder: string) {
  const signal = () => servers.forEach(({ pid }) => void process.kill(pid, 'SIGUSR2'));
  signal();
  return {
    stop: async (): Promise<Lag> => {
      signal();
      const seen = await Promise.all(servers.map(({ pid }) => readWhenWritten(join(folder, `${pid}.lag`))));
      return {
        clockMs: Math.max(...seen.map(({ clockMs }) => clockMs)),
        cpuMs: Math.max(...seen.map(({ cpuMs }) => cpuMs)),
      };
    },
  };
}

async function readWhenWritten(file: string): Promise<Lag> {
  const deadline = Date.now() + WRITTEN_WITHIN_MS;
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (Date.now() > deadline) throw new Error(`${file} was not written`);
    await pause(10);
  }
  const lag = JSON.parse(readFileSync(file, 'utf8')) as Lag;
  rmSync(file);
  return lag;
}
