import type { Runtime } from '#lib/context/runtime.ts';
import type { AnyEffect } from '#lib/data/outbox.ts';
import { handOver, isAnyDue, isAnyLate, NEVER, nextOwnRow, OTHERS_AFTER_MS } from '#lib/data/outbox-lease.ts';
import { noteDrainer } from '#lib/data/outbox-owner.ts';
import { type OutboxLane, outboxLanes } from '#lib/data/values.ts';
import { buildPump, reclaim } from './pump.ts';

/** The interval of the sweep that finds expired leases, and late rows of processes that are gone. */
const SWEEP_MS = 10_000;
const LEAST_WAIT_MS = 2;

export type Drainer = {
  /** Performs all due effects, including effects that become due meanwhile; returns the number of effects tried. */
  drain(): Promise<number>;
  /**
   * Starts no further effect, hands the waiting effects over to any process, and resolves when the running effects have
   * ended. If the process ends first, their leases expire.
   */
  close(): Promise<void>;
};

/**
 * Performs all due effects and returns: for the scheduled process, for hosts without a drainer, and for tests. An
 * effect promised in a process without a drainer belongs to any process and is performed at once (decisions/0033). The
 * queues run in parallel. Because an effect of one queue may promise an effect in another, the loop ends only after a
 * round without work.
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
    for (const count of await Promise.all(pumps.map((pump) => pump(OTHERS_AFTER_MS)))) tried += count;
  } while (tried > before);
  return tried;
}

/**
 * Keeps the outbox empty: wakes at each commit of this process that promises an effect, and at the due time of a later
 * effect. Effects of other processes are performed when the drainer starts, and afterwards only when they are late.
 */
export function startDrainer(runtime: Runtime, effects: readonly AnyEffect[]): Drainer {
  const noteEnd = noteDrainer();
  const lanes = outboxLanes.map((lane) => startLane(runtime, effects, lane));
  return {
    drain: async () => (await Promise.all(lanes.map((lane) => lane.drain()))).reduce((sum, count) => sum + count, 0),
    close: async () => {
      noteEnd();
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

function startLane(runtime: Runtime, effects: readonly AnyEffect[], lane: OutboxLane): Drainer {
  const { pump, close } = buildPump(runtime, effects, lane);
  let alarm: NodeJS.Timeout | undefined;

  const wake = (): void =>
    void pump(NEVER).catch((error: unknown) => runtime.log('error', 'outbox.drain_failed', { error }));

  /**
   * Wakes the lane at a due time. A timer may fire a moment before the clock reaches that time; then the timer is set
   * again.
   */
  function wakeAt(due: number): void {
    const waitMs = due - runtime.now().getTime();
    if (waitMs <= 0) wake();
    else alarm = setTimeout(() => wakeAt(due), Math.min(Math.max(waitMs, LEAST_WAIT_MS), SWEEP_MS)).unref();
  }
  const stopWatching = runtime.data.watch(
    nextOwnRow(lane),
    ([first]) => {
      clearTimeout(alarm);
      if (first) wakeAt(Date.parse(first.data.availableAt));
    },
    { localOnly: true },
  );
  const timer = setInterval(() => void sweep(OTHERS_AFTER_MS), SWEEP_MS).unref();

  async function sweep(lateMs: number): Promise<void> {
    try {
      if (!(await isAnyDue(runtime, lane))) return;
      await reclaim(runtime, effects, lane);
      await pump((await isAnyLate(runtime, lateMs, lane)) ? lateMs : NEVER);
    } catch (error) {
      runtime.log('error', 'outbox.drain_failed', { error });
    }
  }
  // A starting process may be the successor of a process that was killed.
  void sweep(0);

  return {
    drain: () => pump(NEVER),
    close: async () => {
      stopWatching();
      clearTimeout(alarm);
      clearInterval(timer);
      const closed = close();
      await handOver(runtime, lane).catch((error: unknown) =>
        runtime.log('warn', 'outbox.hand_over_failed', { error }),
      );
      await closed;
    },
  };
}
