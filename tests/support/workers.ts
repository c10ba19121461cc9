import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Worker = { readonly child: ChildProcess; readonly lines: AsyncIterator<string>; readonly go: () => void };
/** Separate processes over one store, each running a script; `place` as the scripts read it. */
export type Workers = {
  /** Starts a worker and waits until it has opened the store. */
  start(task: string, count: number): Promise<Worker>;
  /** Returns the one answer of each of several workers that started at the same moment. */
  answers<T>(task: string, count: number): Promise<T[]>;
  /** Kills the workers that still run. */
  end(): Promise<void>;
};

type Options = { readonly script?: 'store-worker.ts' | 'peer-worker.ts'; readonly processes?: number };

export function openWorkers(place: string, { script = 'store-worker.ts', processes = 4 }: Options = {}): Workers {
  const file = join(import.meta.dirname, script);
  const children: ChildProcess[] = [];

  async function start(task: string, count: number): Promise<Worker> {
    const child = spawn(process.execPath, [file, task, place, String(count)], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const first = (await lines.next()).value;
    if (first !== '"ready"') throw new Error(`A worker said ${first} where it should have been ready`);
    return { child, lines, go: () => void child.stdin.write('go\n') };
  }

  return {
    start,
    async answers<T>(task: string, count: number) {
      const workers = await Promise.all(Array.from({ length: processes }, () => start(task, count)));
      for (const worker of workers) worker.go();
      return Promise.all(workers.map(async ({ lines }) => JSON.parse((await lines.next()).value as string) as T));
    },
    async end() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}
