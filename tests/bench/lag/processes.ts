import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ProcessRuns } from '#lib/admin/collections.ts';
import { documentUpgrade, processes } from '#lib/admin/processes/processes.ts';
import type { ProcessId } from '#lib/admin/processes/values.ts';
import { runsNewestFirst } from '#lib/admin/queries.ts';
import type { ProcessRun } from '#lib/admin/schemas/process-run.ts';
import { userIndex } from '#lib/auth/user-index.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { emailIndex } from '#lib/crm/threads/thread-index.ts';
import type { Row } from '#lib/data/store.ts';
import { messageIndex } from '#lib/messaging/messages/message-index.ts';
import { catalogIndex } from '#lib/store/catalog/reindex.ts';
import { buildRuntime } from '#services/runtime.ts';
import { cpuOf } from '#tests/bench/store/figures.ts';
import { type Lag, lagVars, watchLag } from '#tests/bench/store/lag.ts';
import { type Server, startServer } from '#tests/support/server.ts';
import { type Counts, full, markAudited } from './seed.ts';
import { benchEnv, openSeededShop } from './seeded-shop.ts';

/** What one run of a process cost the server. */
export type ProcessFigure = {
  readonly process: ProcessId;
  readonly lag: Lag;
  /** CPU time and duration, in milliseconds. */
  readonly cpuMs: number;
  readonly tookMs: number;
  readonly done: number;
  readonly status: ProcessRun['status'];
};

const FAR = '2999-01-01T00:00:00.000Z';
const indexes = [catalogIndex, emailIndex, messageIndex, userIndex];
const REBUILT_WITHIN_MS = 30 * 60_000;

/**
 * Seeds a data folder with the rows of a shop of these counts and starts the built server over it with the probe of
 * `tests/bench/store/lag.ts`. The server runs each scheduled process once, alone;
 * SQLite has no document to upgrade. Rebuilding the search indexes counts as one process: the server starts it by itself,
 * because the seeded rows are in no index. Prints a line for each.
 */
export async function runProcesses(
  counts: Counts = full,
  print: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Promise<readonly ProcessFigure[]> {
  const from = performance.now();
  const { folder, vars, audited } = await openSeededShop(counts);
  print(`seeded ${JSON.stringify(counts)} in ${Math.round((performance.now() - from) / 1000)} s`);
  const world = await buildRuntime(benchEnv(folder, vars));
  try {
    await markAudited(world, audited);
    await rest(world);
    // A server with an index of an older version is ready at once, so the whole rebuild can be watched.
    for (const { index } of indexes) await world.search.markBuilt(index, 'older');
    const server = await startServer(folder, (origin) => ({
      ...vars,
      ...lagVars(folder),
      APP_ORIGIN: origin,
      // A server without a folder for its copies has no process `backup`.
      BACKUP_DIR: join(folder, 'backups'),
    }));
    try {
      const figures = [await rebuildIndexes(world, server, folder)];
      print(lineOf(figures[0]));
      for (const { id, schedule } of processes.filter((each) => each !== documentUpgrade)) {
        if (schedule === null) continue;
        const figure = await runAlone(world, server, { id, folder, secret: vars.CRON_SECRET ?? '' });
        figures.push(figure);
        print(lineOf(figure));
      }
      return figures;
    } finally {
      await server.close();
    }
  } finally {
    await world.data.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const lineOf = (figure: ProcessFigure | undefined): string =>
  figure === undefined
    ? ''
    : `${figure.process.padEnd(24)} held ${figure.lag.clockMs} ms, ${figure.lag.cpuMs} ms of it CPU  cpu ${figure.cpuMs} ms  took ${figure.tookMs} ms  done ${figure.done}  ${figure.status}`;

const restingId = (id: ProcessId): string => `run_bench_${id}`;

/** Marks every process as run in the far future, so that none is due. */
async function rest({ data }: Runtime): Promise<void> {
  await data.batch((write) => {
    for (const { id } of processes) write.set(ProcessRuns, restingId(id), resting(id));
  });
}

const resting = (processId: ProcessId): ProcessRun => ({
  ...{ processId, trigger: 'cron', actorId: null, status: 'succeeded', startedAt: FAR, heartbeatAt: FAR },
  ...{ finishedAt: FAR, durationMs: 0, attempt: 1, counts: { seen: 0, done: 0, skipped: 0, failed: 0 } },
  ...{ cursor: null, errorCode: null, errorMessage: null, expiresAt: FAR },
});

type Alone = { readonly id: ProcessId; readonly folder: string; readonly secret: string };

/** Makes one process due and ticks until it has finished. */
async function runAlone({ data }: Runtime, server: Server, { id, folder, secret }: Alone): Promise<ProcessFigure> {
  await data.delete(ProcessRuns, restingId(id));
  const watch = watchLag([server], folder);
  const [from, cpuBefore] = [performance.now(), cpuOf(server.pid)];
  let done = 0;
  let run: Row<ProcessRun> | undefined;
  do {
    // The server's own ticker may be faster; then nothing is left to tick.
    const answer = await fetch(`${server.origin}/api/cron/tick`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
    });
    if (!answer.ok) throw new Error(`the tick was answered with ${answer.status}`);
    await answer.arrayBuffer();
    const before = run?.id;
    run = (await data.find(runsNewestFirst(id, 1))).rows[0];
    if (!run || run.data.status === 'running') await pause(50);
    else if (run.id !== before) done += run.data.counts.done;
  } while (!run || run.data.status === 'running' || (run.data.status === 'partial' && run.data.cursor !== null));
  const { status } = run.data;
  const figure = {
    ...{ process: id, done, status },
    cpuMs: cpuOf(server.pid) - cpuBefore,
    tookMs: Math.round(performance.now() - from),
    lag: await watch.stop(),
  };
  await data.set(ProcessRuns, restingId(id), resting(id));
  return figure;
}

/** Waits until the server has built every search index. */
async function rebuildIndexes(world: Runtime, server: Server, folder: string): Promise<ProcessFigure> {
  const ctx = systemContext(world, 'req_bench');
  const watch = watchLag([server], folder);
  const from = performance.now();
  for (const index of indexes)
    while ((await world.search.builtAs(index.index)) !== index.version(ctx)) {
      if (performance.now() - from > REBUILT_WITHIN_MS) throw new Error(`${index.index} was not rebuilt in time`);
      await pause(200);
    }
  return {
    ...{ process: 'search-reindex', done: 0, status: 'succeeded' },
    // The server's CPU time since it was spawned.
    cpuMs: cpuOf(server.pid),
    tookMs: Math.round(performance.now() - from),
    lag: await watch.stop(),
  };
}

/** Returns the counts of a smaller shop: `scaled(0.01)` is one hundredth. */
export const scaled = (share: number): Counts => ({
  orders: Math.ceil(full.orders * share),
  users: Math.ceil(full.users * share),
  mails: Math.ceil(full.mails * share),
  messages: Math.ceil(full.messages * share),
});
