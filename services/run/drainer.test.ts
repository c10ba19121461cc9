import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { dismissEffect } from '#lib/admin/processes/dead-effects.ts';
import { systemContext } from '#lib/context/context.ts';
import { armFault } from '#lib/core/fault.ts';
import { HOUR_MS, after as momentAfter } from '#lib/core/time.ts';
import {
  type AnyEffect,
  effect,
  effectsGivenUp,
  enqueue,
  giveUp,
  Outbox,
  type OutboxRow,
  topic,
} from '#lib/data/outbox.ts';
import { OTHERS_AFTER_MS, OUTBOX_LEASE_MS, waitingRows } from '#lib/data/outbox-lease.ts';
import { ANY_PROCESS, rowOwner } from '#lib/data/outbox-owner.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { type OutboxLane, outboxLanes } from '#lib/data/values.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { type TestRuntime, testRuntime } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { drainOnce, startDrainer } from './drainer.ts';

const greet = topic('greet', z.object({ name: z.string() }));
const count = topic('count', z.object({ name: z.string() }), { coalesce: true });

const promise = (runtime: TestRuntime, name: string, availableAt?: string) =>
  runtime.data.batch((write) =>
    enqueue(write, greet, { name }, { now: runtime.now(), ...(availableAt !== undefined && { availableAt }) }),
  );
/** Promises an effect as another process does. */
const promiseBy = (runtime: TestRuntime, owner: string, name: string, availableAt = runtime.now().toISOString()) =>
  runtime.data.batch((write) =>
    enqueue(
      { ...write, create: (of, id, row) => write.create(of, id, { ...row, owner }) },
      greet,
      { name },
      { now: runtime.now(), availableAt },
    ),
  );
const promiseElsewhere = (runtime: TestRuntime, name: string, availableAt?: string) =>
  promiseBy(runtime, 'run_other', name, availableAt);
const statuses = async (runtime: TestRuntime) => {
  const found = await Promise.all(
    (['waiting', 'leased', 'done', 'dead'] as const).map(async (status) => [
      status,
      await runtime.data.count(from(Outbox).where('status', '==', status)),
    ]),
  );
  return Object.fromEntries(found.filter(([, many]) => many !== 0)) as Record<string, number>;
};
const eventsOf = ({ lines }: TestRuntime) =>
  lines.map(({ event }) => event).filter((event) => event.startsWith('outbox.'));

/** Returns an effect that records each name it greets. */
function greeter(): { readonly greeted: string[]; readonly effects: AnyEffect[] } {
  const greeted: string[] = [];
  return { greeted, effects: [effect(greet, async (_, { name }) => void greeted.push(name))] };
}

afterEach(() => armFault({ FAULT_MODE: 'throw' }));

describe('drainOnce', () => {
  it('performs each due effect once and leaves those due later', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    for (const name of ['ann', 'bob', 'cat']) await promise(runtime, name);
    await promise(runtime, 'dan', '2099-01-01T00:00:00.000Z');

    expect(await drainOnce(runtime, effects)).toBe(3);
    expect(await drainOnce(runtime, effects)).toBe(0);

    expect(greeted.sort()).toEqual(['ann', 'bob', 'cat']);
    expect(await statuses(runtime)).toEqual({ waiting: 1, done: 3 });
  });

  it('performs effects enqueued by effects', async () => {
    const runtime = await testRuntime();
    const greeted: string[] = [];
    const chain = effect(greet, async (ctx, { name }) => {
      greeted.push(name);
      if (name.length < 3) {
        await ctx.data.batch((write) => enqueue(write, greet, { name: `${name}x` }, { now: ctx.now() }));
      }
    });
    await promise(runtime, 'a');

    expect(await drainOnce(runtime, [chain])).toBe(3);
    expect(greeted).toEqual(['a', 'ax', 'axx']);
  });

  it('S37 removes the payload of a personal topic when its effect is done, and keeps it for a retry when it is given up', async () => {
    const runtime = await testRuntime();
    const tell = topic('tell', z.object({ text: z.string() }), { personal: true });
    const told = effect(tell, async (_, { text }) => {
      if (text === 'lost') throw giveUp('gone');
    });
    for (const text of ['done', 'lost'])
      await runtime.data.batch((write) => enqueue(write, tell, { text }, { now: runtime.now() }));

    await drainOnce(runtime, [told]);

    const payloadsOf = async (status: OutboxRow['status']) =>
      (await runtime.data.find(from(Outbox).where('status', '==', status).orderBy('availableAt').limit(10))).rows.map(
        ({ data }) => data.payload,
      );
    expect([await payloadsOf('done'), await payloadsOf('dead')]).toEqual([[null], [{ text: 'lost' }]]);
  });

  it('runs eight effects at once, and never more', async () => {
    const runtime = await testRuntime();
    let [now, most] = [0, 0];
    const slow = effect(greet, async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((done) => setImmediate(done));
      now -= 1;
    });
    for (let i = 0; i < 30; i++) await promise(runtime, `n${i}`);

    expect(await drainOnce(runtime, [slow])).toBe(30);
    expect(most).toBe(8);
  });

  it('continues after a failure, retries after the backoff, and logs the retry', async () => {
    const runtime = await testRuntime();
    let fails = 1;
    const flaky = effect(greet, async (_, { name }) => {
      if (name === 'bob' && fails-- > 0) throw new Error('down');
    });
    await promise(runtime, 'bob');
    await promise(runtime, 'ann');

    await drainOnce(runtime, [flaky]);
    expect(await statuses(runtime)).toEqual({ waiting: 1, done: 1 });
    runtime.clock.advance(15_000);
    await drainOnce(runtime, [flaky]);

    expect(await statuses(runtime)).toEqual({ done: 2 });
    expect(eventsOf(runtime).sort()).toEqual(['outbox.done', 'outbox.done', 'outbox.retry']);
  });

  it('gives up an effect that fails for good, and leaves one without a handler waiting', async () => {
    const { tunnel, take } = openRecordingTunnel();
    const runtime = await testRuntime({ tunnel });
    const refusing = effect(greet, async () => {
      throw giveUp('no such address');
    });
    await promise(runtime, 'ann');

    await drainOnce(runtime, [refusing]);

    expect(await statuses(runtime)).toEqual({ dead: 1 });
    expect(runtime.lines.filter(({ event }) => event === 'outbox.dead')).toMatchObject([{ level: 'error' }]);
    expect(take()).toMatchObject([{ channel: 'admin:desk', event: 'desk.changed', data: { areas: ['outbox'] } }]);
    await promise(runtime, 'bob');
    await drainOnce(runtime, []);
    expect(await statuses(runtime)).toEqual({ dead: 1, waiting: 1 });
  });

  it('notifies superadmins once until no effect is given up any more', async () => {
    const runtime = await testRuntime();
    const boss = await asSuperadmin(systemContext(runtime, 'req_test'));
    const refusing = effect(greet, async () => {
      throw giveUp('no such address');
    });
    const told = async () =>
      (await runtime.data.find(newestFirst({ userId: boss.user.id }, 10))).rows.map(({ data }) => data.template);
    const die = async (...names: readonly string[]) => {
      for (const name of names) await promise(runtime, name);
      await drainOnce(runtime, [refusing]);
      runtime.clock.advance(HOUR_MS);
    };

    await die('ann', 'bob', 'cat');
    await die('dan');
    expect(await told()).toEqual(['operator.effects_dead']);

    const { rows } = await runtime.data.find(effectsGivenUp('dead', 10, 'common'));
    for (const { id } of rows) await dismissEffect(boss, id, 'looked at');
    await die('eve');
    expect(await told()).toHaveLength(2);
  });

  it('performs an effect again whose process died before settling it', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    await promise(runtime, 'ann');
    armFault({ FAULT_AT: 'outbox.after_effect', FAULT_MODE: 'stall' });
    void drainOnce(runtime, effects);
    await vi.waitFor(() => expect(greeted).toEqual(['ann']), PATIENCE);
    armFault({ FAULT_MODE: 'throw' });

    expect(await drainOnce(runtime, effects)).toBe(0);
    runtime.clock.advance(OUTBOX_LEASE_MS);
    expect(await drainOnce(runtime, effects)).toBe(1);

    expect(greeted).toEqual(['ann', 'ann']);
    expect(await statuses(runtime)).toEqual({ done: 1 });
  });

  it('runs a coalesced effect again when it was enqueued during its run, and never twice at once', async () => {
    const runtime = await testRuntime();
    const cause = () =>
      runtime.data.batch((write) => enqueue(write, count, { name: 'x' }, { now: runtime.now(), key: 'x' }));
    let [runs, inside, most] = [0, 0, 0];
    const counting = effect(count, async () => {
      runs += 1;
      inside += 1;
      most = Math.max(most, inside);
      if (runs === 1) await cause();
      for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
      inside -= 1;
    });
    await cause();
    await cause();

    await drainOnce(runtime, [counting]);

    expect({ runs, most }).toEqual({ runs: 2, most: 1 });
    expect(await statuses(runtime)).toEqual({ done: 1 });
  });
});

describe('startDrainer', () => {
  it('wakes at the commit that enqueues an effect', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    const drainer = startDrainer(runtime, effects);

    await promise(runtime, 'ann');
    await vi.waitFor(() => expect(greeted).toEqual(['ann']), PATIENCE);
    await promise(runtime, 'bob');
    await vi.waitFor(() => expect(greeted).toEqual(['ann', 'bob']), PATIENCE);

    await drainer.drain();
    await drainer.close();
    expect(await statuses(runtime)).toEqual({ done: 2 });
  });

  it('performs effects enqueued before its start', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    await promise(runtime, 'ann');

    const drainer = startDrainer(runtime, effects);

    await vi.waitFor(() => expect(greeted).toEqual(['ann']), PATIENCE);
    await drainer.close();
  });

  it('performs effects of a process that was killed before this start', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    await promiseElsewhere(runtime, 'ann');

    const drainer = startDrainer(runtime, effects);

    await vi.waitFor(() => expect(greeted).toEqual(['ann']), PATIENCE);
    await drainer.close();
  });

  it('leaves the effects of another process to it, and performs one that is ten seconds late', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const drainer = startDrainer(runtime, effects);
      await promise(runtime, 'own');
      await vi.waitFor(() => expect(greeted).toEqual(['own']), PATIENCE);
      // Due after the start sweep of the drainer, which also takes effects of other processes.
      await promiseElsewhere(runtime, 'other', momentAfter(runtime.now(), 1));
      await promise(runtime, 'later own');
      await vi.waitFor(() => expect(greeted).toEqual(['own', 'later own']), PATIENCE);

      runtime.clock.advance(OTHERS_AFTER_MS + 1);
      await vi.advanceTimersByTimeAsync(OTHERS_AFTER_MS);

      await vi.waitFor(() => expect(greeted).toEqual(['own', 'later own', 'other']), PATIENCE);
      await drainer.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('performs late effects of another process while its own effects fill every slot', async () => {
    const runtime = await testRuntime();
    const streams = 20;
    const greeted = new Map<string, number>();
    let isStreaming = true;
    const endless = effect(greet, async (ctx, { name }) => {
      greeted.set(name, (greeted.get(name) ?? 0) + 1);
      if (name === 'own' && isStreaming)
        await ctx.data.batch((write) => enqueue(write, greet, { name }, { now: ctx.now() }));
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const drainer = startDrainer(runtime, [endless]);
      await drainer.drain();
      await promiseElsewhere(runtime, 'other', momentAfter(runtime.now(), 1));
      for (let i = 0; i < streams; i++) await promise(runtime, 'own');
      runtime.clock.advance(OTHERS_AFTER_MS + 1);
      await vi.advanceTimersByTimeAsync(OTHERS_AFTER_MS);

      // Each of the streams must have gone on several times, or the effect of the other process was performed.
      const least = (greeted.get('own') ?? 0) + 10 * streams;
      await vi.waitFor(() => expect(greeted.has('other') || (greeted.get('own') ?? 0) > least).toBe(true), PATIENCE);
      expect(greeted.get('other')).toBe(1);
      isStreaming = false;
      await drainer.close();
    } finally {
      isStreaming = false;
      vi.useRealTimers();
    }
  });

  it('starts an effect at once while a slow one runs', async () => {
    const runtime = await testRuntime();
    const greeted: string[] = [];
    const end = Promise.withResolvers<void>();
    const drainer = startDrainer(runtime, [
      effect(greet, async (_, { name }) => {
        greeted.push(name);
        if (name === 'slow') await end.promise;
      }),
    ]);
    await promise(runtime, 'slow');
    await vi.waitFor(() => expect(greeted).toEqual(['slow']), PATIENCE);

    await promise(runtime, 'ann');

    await vi.waitFor(() => expect(greeted).toEqual(['slow', 'ann']), PATIENCE);
    end.resolve();
    await drainer.close();
  });

  it('finds effects of a process without a drainer in its sweep when the watch misses them', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    const data: Store = { ...runtime.data, watch: () => () => undefined };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      await promise(runtime, 'own');
      const drainer = startDrainer({ ...runtime, data }, effects);
      await vi.waitFor(() => expect(greeted).toEqual(['own']), PATIENCE);
      const dueAt = new Date(runtime.now().getTime() + 1).toISOString();
      await promiseBy(runtime, ANY_PROCESS, 'of a command', dueAt);

      runtime.clock.advance(2);
      await vi.advanceTimersByTimeAsync(OTHERS_AFTER_MS);

      await vi.waitFor(() => expect(greeted).toEqual(['own', 'of a command']), PATIENCE);
      await drainer.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('queries each queue once in a sweep while nothing is due', async () => {
    const runtime = await testRuntime();
    let finds = 0;
    const data: Store = {
      ...runtime.data,
      find(query) {
        finds += 1;
        return runtime.data.find(query);
      },
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const drainer = startDrainer({ ...runtime, data }, greeter().effects);
      await vi.waitFor(() => expect(finds).toBe(outboxLanes.length), PATIENCE);

      await vi.advanceTimersByTimeAsync(OTHERS_AFTER_MS);

      await vi.waitFor(() => expect(finds).toBe(2 * outboxLanes.length), PATIENCE);
      await drainer.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('performs a later effect when it is due', async () => {
    const runtime = await testRuntime({ now: () => new Date() });
    const greetedAt: number[] = [];
    const drainer = startDrainer(runtime, [effect(greet, async () => void greetedAt.push(Date.now()))]);
    const soon = Date.now() + 60;

    await promise(runtime, 'soon', new Date(soon).toISOString());
    await drainer.drain();

    await vi.waitFor(() => expect(greetedAt).toHaveLength(1), PATIENCE);
    expect(greetedAt[0]).toBeGreaterThanOrEqual(soon);
    await drainer.close();
  });

  it('waits again when its timer fires early', async () => {
    const at = Date.parse('2026-03-02T10:00:00.000Z');
    let now = at;
    const runtime = await testRuntime({ now: () => new Date(now) });
    const greeted: string[] = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const drainer = startDrainer(runtime, [effect(greet, async () => void greeted.push('soon'))]);
      await promise(runtime, 'soon', new Date(at + 60).toISOString());
      await drainer.drain();
      now = at + 59;
      await vi.advanceTimersByTimeAsync(60);
      expect(greeted).toEqual([]);

      now = at + 60;

      await vi.waitFor(() => expect(greeted).toEqual(['soon']), PATIENCE);
      await drainer.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('closes only after the effects in flight are settled', async () => {
    const runtime = await testRuntime();
    const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = effect(greet, () => {
      began.resolve();
      return end.promise;
    });
    const drainer = startDrainer(runtime, [slow]);
    await promise(runtime, 'ann');
    await began.promise;

    const left = drainer.close().then(() => statuses(runtime));
    end.resolve();

    expect(await left).toEqual({ done: 1 });
  });

  it('hands the waiting effects of every queue over to any process on close', async () => {
    const runtime = await testRuntime();
    const drainer = startDrainer(runtime, []);
    const later = momentAfter(runtime.now(), HOUR_MS);
    for (const lane of outboxLanes) {
      const laterIn = topic(`later-${lane}`, z.object({}), { lane });
      await runtime.data.batch((write) => enqueue(write, laterIn, {}, { now: runtime.now(), availableAt: later }));
    }
    await promiseElsewhere(runtime, 'other', later);
    const ownersIn = async (lane: OutboxLane) =>
      (await runtime.data.find(waitingRows(10, lane))).rows.map(({ data }) => data.owner ?? '').sort();
    expect(await ownersIn('push')).toEqual([rowOwner()]);
    expect(rowOwner()).not.toBe(ANY_PROCESS);

    await drainer.close();

    expect(await Promise.all(outboxLanes.map(ownersIn))).toEqual(
      outboxLanes.map((lane) => (lane === 'common' ? [ANY_PROCESS, 'run_other'] : [ANY_PROCESS])),
    );
  });

  it('closes and logs the failure when its effects cannot be handed over', async () => {
    const runtime = await testRuntime();
    let isDown = false;
    const data: Store = {
      ...runtime.data,
      find: (query) => (isDown ? Promise.reject(new Error('down')) : runtime.data.find(query)),
    };
    const drainer = startDrainer({ ...runtime, data }, []);
    await drainer.drain();
    isDown = true;

    await drainer.close();

    expect(eventsOf(runtime).filter((event) => event === 'outbox.hand_over_failed')).toHaveLength(outboxLanes.length);
  });

  it('starts nothing after close', async () => {
    const runtime = await testRuntime();
    const { greeted, effects } = greeter();
    const drainer = startDrainer(runtime, effects);
    await drainer.drain();
    await drainer.close();

    await promise(runtime, 'ann');
    await drainer.drain();

    expect(greeted).toEqual([]);
  });
});
