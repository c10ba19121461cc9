import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** How the load generator drives a server under measurement. */
export type Subject = {
  readonly port: number;
  /** Sends this stamp to every subscriber. */
  publish(stamp: number): unknown;
  /** Returns the current cursor of its log, for subscribers who will come back to it. */
  readonly cursor?: () => string;
};

export type Stats = { readonly cpuUs: number; readonly rss: number; readonly cursor: string };
export type Started = { readonly port: number; readonly control: number };

/**
 * Lets the load generator drive a server over a bare socket, so that publishing costs every server the same. `p
 * <stamp>` publishes, `s` responds with the resources used so far, `m` does the same after a garbage collection.
 */
export function serveControl(subject: Subject): void {
  // Ends by way of `exit`, whose handlers remove the temporary files.
  process.once('SIGTERM', () => process.exit(0));
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (line) => {
      if (line.startsWith('p ')) void subject.publish(Number(line.slice(2)));
      else void answer(line).then((stats) => socket.write(`${JSON.stringify(stats)}\n`));
    });
  });
  async function answer(line: string): Promise<Stats> {
    if (line === 'm') for (let n = 0; n < 3; n += 1) await collect();
    const { user, system } = process.cpuUsage();
    return { cpuUs: user + system, rss: process.memoryUsage.rss(), cursor: subject.cursor?.() ?? '' };
  }
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const started: Started = { port: subject.port, control: typeof address === 'object' && address ? address.port : 0 };
    process.send?.(started);
  });
}

/** Collects garbage. The runner starts servers with `--expose-gc`. */
function collect(): Promise<void> {
  globalThis.gc?.();
  return new Promise((resolve) => setTimeout(resolve, 50));
}
