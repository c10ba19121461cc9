import { tellDeadEffects } from '#lib/admin/processes/dead-effects.ts';
import { type Context, systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { fault } from '#lib/core/fault.ts';
import { newId } from '#lib/core/ids.ts';
import { type AnyEffect, giveUp, type OutboxRow } from '#lib/data/outbox.ts';
import { claimDue, waitingRows } from '#lib/data/outbox-lease.ts';
import { reclaimLost, settleDone, settleFailed } from '#lib/data/outbox-settle.ts';
import type { Row } from '#lib/data/store.ts';
import { type OutboxLane, outboxLanes } from '#lib/data/values.ts';
import { deskChanged } from '#lib/tunnel/channels/desk.ts';

/** Effects that run at the same time in one process, by queue: pushes and a model mostly are waited for. */
const atOnce: Readonly<Record<OutboxLane, number>> = { common: 8, push: 50, model: 8 };
/** Leases that ran out, and rows that were missed for any reason, are found by then. */
const SWEEP_MS = 15_000;
const LEAST_WAIT_MS = 2;

type Effects = ReadonlyMap<string, AnyEffect>;
export type Drainer = {
  /** Performs what is due now, and what becomes due by that; answers how many effects were tried. */
  drain(): Promise<number>;
  /** Starts no further effect, and resolves when those in flight have ended. Cut off, they end by their lease. */
  close(): Promise<void>;
};

/** Open consoles count what was given up, and superadmins are told. */
async function tellOfDead(ctx: Context, lane: OutboxLane): Promise<void> {
  const told = await Promise.allSettled([deskChanged(ctx, 'outbox'), tellDeadEffects(ctx, lane)]);
  for (const one of told) if (one.status === 'rejected') ctx.log('warn', 'outbox.dead_not_told', { error: one.reason });
}

/** Puts back what was lost with its process, and says so where something of it was given up. */
async function reclaim(runtime: Runtime, effects: readonly AnyEffect[], lane: OutboxLane): Promise<void> {
  const { dead } = await reclaimLost(runtime, sealedIn(effects), lane);
  if (dead > 0) await tellOfDead(systemContext(runtime, newId('request')), lane);
}

/** Performs one claimed row and settles it. Never throws: what goes wrong is in the row and in the log. */
async function perform(ctx: Context, effects: Effects, lane: OutboxLane, row: Row<OutboxRow>): Promise<void> {
  const { topic, attempts, payload } = row.data;
  const found = effects.get(topic);
  const sealed = found?.topic.sealed ?? false;
  const facts = { topic, outboxId: row.id, attempts };
  try {
    if (!found) throw new Error('no effect is registered for the topic');
    const parsed = found.topic.payload.safeParse(payload);
    if (!parsed.success) throw giveUp('The payload does not fit its topic', parsed.error);
    const startedAt = performance.now();
    await found.run(ctx, parsed.data, { id: row.id, attempts });
    await fault('outbox.after_effect');
    await settleDone(ctx, row, { sealed, lane });
    ctx.log('info', 'outbox.done', { ...facts, ms: Math.round(performance.now() - startedAt) });
  } catch (error) {
    const outcome = await settleFailed(ctx, row, error, { jitter: Math.random(), sealed, lane });
    ctx.log(outcome === 'dead' ? 'error' : 'warn', `outbox.${outcome}`, { ...facts, error });
    if (outcome === 'dead') await tellOfDead(ctx, lane);
  }
}

/** Takes work as slots become free, so that one slow effect holds up no other. */
function buildPump(runtime: Runtime, effects: readonly AnyEffect[], lane: OutboxLane) {
  const byTopic: Effects = new Map(effects.map((one) => [one.topic.name, one]));
  const running = new Map<string, Promise<void>>();
  let isOpen = true;

  function start(row: Row<OutboxRow>): void {
    // A coalesced row may come back while its earlier effect still runs; the later one must see the end of it.
    const earlier = running.get(row.id) ?? Promise.resolve();
    const done = earlier
      .then(() => perform(systemContext(runtime, newId('request')), byTopic, lane, row))
      .catch((error: unknown) => runtime.log('error', 'outbox.settle_failed', { outboxId: row.id, error }))
      .finally(() => {
        if (running.get(row.id) === done) running.delete(row.id);
      });
    running.set(row.id, done);
  }

  async function pump(): Promise<number> {
    let tried = 0;
    while (isOpen) {
      const free = atOnce[lane] - running.size;
      const rows = free > 0 ? await claimDue(runtime, free, lane) : [];
      for (const row of rows) start(row);
      tried += rows.length;
      if (rows.length < free && running.size === 0) break;
      if (rows.length === 0) await Promise.race(running.values());
    }
    await Promise.all(running.values());
    return tried;
  }

  return {
    pump,
    close: () => {
      isOpen = false;
    },
  };
}

const sealedIn =
  (effects: readonly AnyEffect[]) =>
  (topic: string): boolean =>
    effects.some(({ topic: { name, sealed } }) => sealed && name === topic);

/**
 * Performs all that is due and comes back: for the scheduled process, for hosts without a drainer, and for tests. The
 * queues run beside one another; an effect of one may promise another in the other.
 */
export async function drainOnce(runtime: Runtime, effects: readonly AnyEffect[]): Promise<number> {
  const pumps = await Promise.all(
    outboxLanes.map(async (lane) => {
      await reclaim(runtime, effects, lane);
      return buildPump(runtime, effects, lane).pump;
    }),
  );
  let tried = 0;
  let before: number;
  do {
    before = tried;
    for (const count of await Promise.all(pumps.map((pump) => pump()))) tried += count;
  } while (tried > before);
  return tried;
}

/** Keeps the outbox empty: wakes at each commit that promises an effect, at the time of a later one, and now and then. */
export function startDrainer(runtime: Runtime, effects: readonly AnyEffect[]): Drainer {
  const lanes = outboxLanes.map((lane) => startLane(runtime, effects, lane));
  return {
    drain: async () => (await Promise.all(lanes.map((one) => one.drain()))).reduce((sum, count) => sum + count, 0),
    close: async () => {
      await Promise.all(lanes.map((one) => one.close()));
    },
  };
}

function startLane(runtime: Runtime, effects: readonly AnyEffect[], lane: OutboxLane): Drainer {
  const { pump, close } = buildPump(runtime, effects, lane);
  let current: Promise<number> | null = null;
  let isWanted = false;
  let alarm: NodeJS.Timeout | undefined;

  async function drainAll(): Promise<number> {
    let tried = 0;
    do {
      isWanted = false;
      tried += await pump();
    } while (isWanted);
    return tried;
  }
  function drain(): Promise<number> {
    isWanted = true;
    current ??= drainAll().finally(() => {
      current = null;
    });
    return current;
  }
  const wake = (): void =>
    void drain().catch((error: unknown) => runtime.log('error', 'outbox.drain_failed', { error }));

  /** A timer may go off a moment before its time by the clock: then nothing is due yet, and it is set once more. */
  function wakeAt(due: number): void {
    const waitMs = due - runtime.now().getTime();
    if (waitMs <= 0) wake();
    else alarm = setTimeout(() => wakeAt(due), Math.min(Math.max(waitMs, LEAST_WAIT_MS), SWEEP_MS)).unref();
  }
  const stopWatching = runtime.data.watch(waitingRows(1, lane), ([first]) => {
    clearTimeout(alarm);
    if (first) wakeAt(Date.parse(first.data.availableAt));
  });
  const sweep = setInterval(() => void sweepLost(), SWEEP_MS).unref();

  async function sweepLost(): Promise<void> {
    try {
      await reclaim(runtime, effects, lane);
      wake();
    } catch (error) {
      runtime.log('error', 'outbox.drain_failed', { error });
    }
  }
  void sweepLost();

  return {
    drain,
    close: async () => {
      stopWatching();
      clearTimeout(alarm);
      clearInterval(sweep);
      close();
      await current?.catch(() => undefined); // whoever began it has said what failed
    },
  };
}
