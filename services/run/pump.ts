import { notifyOfDeadEffects } from '#lib/admin/processes/dead-effects.ts';
import { type Context, systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { fault } from '#lib/core/fault.ts';
import { newId } from '#lib/core/ids.ts';
import { type AnyEffect, giveUp, type OutboxRow } from '#lib/data/outbox.ts';
import { claimDue, NEVER } from '#lib/data/outbox-lease.ts';
import { reclaimLost, settleDone, settleFailed } from '#lib/data/outbox-settle.ts';
import type { Row } from '#lib/data/store.ts';
import type { OutboxLane } from '#lib/data/values.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';

/** The number of effects that run at the same time in one process, by queue. Pushes and model calls mostly wait. */
const atOnce: Readonly<Record<OutboxLane, number>> = { common: 8, push: 50, model: 8 };

type Effects = ReadonlyMap<string, AnyEffect>;

/** Updates the count of dead effects in open consoles, and notifies superadmins. */
async function notifyOfDead(ctx: Context, lane: OutboxLane): Promise<void> {
  const results = await Promise.allSettled([publishOverviewChange(ctx, 'outbox'), notifyOfDeadEffects(ctx, lane)]);
  for (const result of results)
    if (result.status === 'rejected') ctx.log('warn', 'outbox.dead_notice_failed', { error: result.reason });
}

/** Sets effects of lost processes back to waiting, and notifies superadmins when some of them became dead. */
export async function reclaim(runtime: Runtime, effects: readonly AnyEffect[], lane: OutboxLane): Promise<void> {
  const { dead } = await reclaimLost(runtime, sealedIn(effects), lane);
  if (dead > 0) await notifyOfDead(systemContext(runtime, newId('request')), lane);
}

/**
 * Performs one claimed row and settles it. Never throws for a failed effect: the row and the log record the failure.
 */
async function perform(ctx: Context, effects: Effects, lane: OutboxLane, row: Row<OutboxRow>): Promise<void> {
  const { topic, attempts, payload } = row.data;
  const found = effects.get(topic);
  const { sealed = false, personal = false } = found?.topic ?? {};
  const facts = { topic, outboxId: row.id, attempts };
  try {
    if (!found) throw new Error('no effect is registered for this topic');
    const parsed = found.topic.payload.safeParse(payload);
    if (!parsed.success) throw giveUp('The payload does not match the schema of its topic', parsed.error);
    const startedAt = performance.now();
    await found.run(ctx, parsed.data, { id: row.id, attempts });
    await fault('outbox.after_effect');
    await settleDone(ctx, row, { sealed: sealed || personal, lane });
    ctx.log('info', 'outbox.done', { ...facts, ms: Math.round(performance.now() - startedAt) });
  } catch (error) {
    const outcome = await settleFailed(ctx, row, error, { jitter: Math.random(), sealed, lane });
    ctx.log(outcome === 'dead' ? 'error' : 'warn', `outbox.${outcome}`, { ...facts, error });
    if (outcome === 'dead') await notifyOfDead(ctx, lane);
  }
}

/** Builds the pump of a queue. It claims rows as slots become free, so that one slow effect delays no other. */
export function buildPump(runtime: Runtime, effects: readonly AnyEffect[], lane: OutboxLane) {
  const byTopic: Effects = new Map(effects.map((effect) => [effect.topic.name, effect]));
  const running = new Map<string, Promise<void>>();
  let isOpen = true;
  let current: Promise<number> | null = null;
  /** How late effects of other processes must be for the next claim; null when no claim is requested. */
  let wanted: number | null = null;
  let asked = Promise.withResolvers<void>();

  function start(row: Row<OutboxRow>): void {
    // A coalesced row may return while its earlier effect still runs. The later run must wait for the earlier one to
    // end.
    const earlier = running.get(row.id) ?? Promise.resolve();
    const done = earlier
      .then(() => perform(systemContext(runtime, newId('request')), byTopic, lane, row))
      .catch((error: unknown) => runtime.log('error', 'outbox.settle_failed', { outboxId: row.id, error }))
      .finally(() => {
        if (running.get(row.id) === done) running.delete(row.id);
      });
    running.set(row.id, done);
  }

  /**
   * Performs due effects until nothing is due and nothing runs; returns the number of effects tried. A call during a
   * run joins that run: the run claims again at once, also when only slow effects run. `othersAfterMs` is how late
   * effects of other processes must be for this request.
   */
  function pump(othersAfterMs: number): Promise<number> {
    wanted = Math.min(wanted ?? NEVER, othersAfterMs);
    asked.resolve();
    current ??= run();
    return current;
  }

  async function run(): Promise<number> {
    let tried = 0;
    let othersAfterMs = NEVER;
    try {
      for (;;) {
        othersAfterMs = Math.min(othersAfterMs, wanted ?? NEVER);
        wanted = null;
        asked = Promise.withResolvers();
        const free = isOpen ? atOnce[lane] - running.size : 0;
        const rows = free > 0 ? await claimDue(runtime, free, { lane, othersAfterMs }) : [];
        for (const row of rows) start(row);
        tried += rows.length;
        // Every late row is claimed, so the next claim does not need the query for them.
        if (rows.length < free) othersAfterMs = NEVER;
        if (running.size === 0 && wanted === null) return tried;
        if (rows.length === 0) await Promise.race([...running.values(), asked.promise]);
      }
    } finally {
      // This runs in the same turn as the last check of `wanted`, so a later request starts a new run.
      current = null;
    }
  }

  return {
    pump,
    /** Claims nothing more, and resolves when the running effects have ended. */
    close: async (): Promise<void> => {
      isOpen = false;
      await current?.catch(() => undefined); // the caller that started the run has logged its error
      await Promise.all(running.values());
    },
  };
}

const sealedIn =
  (effects: readonly AnyEffect[]) =>
  (topic: string): boolean =>
    effects.some(({ topic: { name, sealed } }) => sealed && name === topic);
