import { beforeEach, describe, expect, it } from 'vitest';
import { ProcessRuns } from '#lib/admin/collections.ts';
import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import { runsNewestFirst } from '#lib/admin/queries.ts';
import { armFault } from '#lib/core/fault.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { Locks } from '#lib/data/locks.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { isDue, runDue } from './due-processes.ts';
import type { Process } from './process.ts';
import { lastRunOf, runProcess } from './process-runner.ts';

const processOf = (run: Process['run'], schedule: string | null = '* * * * *'): Process => ({
  id: 'session-cleanup',
  name: 'Test',
  description: 'A process of this test',
  schedule,
  run,
});
const idle = processOf(async () => ({ counts: { seen: 1, done: 1 }, cursor: null }));

let ctx: TestContext;
beforeEach(async () => {
  ctx = await testContext();
});

const rowsOf = async () => (await ctx.data.find(runsNewestFirst('session-cleanup', 100))).rows;

describe('runProcess', () => {
  it('runs slice by slice and sums the counts', async () => {
    const seen: (string | null)[] = [];
    const sliced = processOf(async (_, cursor) => {
      seen.push(cursor);
      return { counts: { seen: 2, done: 1, skipped: 1 }, cursor: seen.length < 3 ? `page${seen.length}` : null };
    });

    const outcome = await runProcess(ctx, sliced, { trigger: 'manual' });

    expect(seen).toEqual([null, 'page1', 'page2']);
    expect(outcome).toMatchObject({ status: 'succeeded', counts: { seen: 6, done: 3, skipped: 3, failed: 0 } });
  });

  it('adds a failed run to the errors that administrators see, and a run that succeeds to none', async () => {
    const failing = processOf(() => Promise.reject(new Error('Order P7K3M9QX1 is locked')));

    await runProcess(ctx, failing, { trigger: 'manual' });
    await runProcess(ctx, idle, { trigger: 'manual' });
    await ctx.errors.flush();

    expect((await errorAnalytics(ctx, { range: '7d', limit: 50 })).groups).toMatchObject([
      { kind: 'process', path: 'session-cleanup', count: 1 },
    ]);
  });

  it('yields to the event loop between two slices', async () => {
    let turns = 0;
    const seen: number[] = [];
    const sliced = processOf(async () => {
      seen.push(turns);
      setImmediate(() => {
        turns += 1;
      });
      return { counts: { done: 1 }, cursor: seen.length < 3 ? `page${seen.length}` : null };
    });

    await runProcess(ctx, sliced, { trigger: 'manual' });

    expect(seen).toEqual([0, 1, 2]);
  });

  it('runs once for three concurrent starts and inserts one row', async () => {
    let running = 0;
    let most = 0;
    const slow = processOf(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { counts: { done: 1 }, cursor: null };
    });

    const outcomes = await Promise.all([1, 2, 3].map(() => runProcess(ctx, slow, { trigger: 'ticker' })));

    expect(most).toBe(1);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await rowsOf()).toHaveLength(1);
  });

  it('stores a failure’s error name without its message, and the cursor for the next run', async () => {
    const failing = processOf(async (_, cursor) => {
      if (cursor === 'half') throw new TypeError('secret of somebody');
      return { counts: { done: 1 }, cursor: 'half' };
    });

    const outcome = await runProcess(ctx, failing, { trigger: 'cron' });

    expect(outcome?.status).toBe('failed');
    expect((await lastRunOf(ctx, 'session-cleanup'))?.data).toMatchObject({
      status: 'failed',
      cursor: 'half',
      errorCode: 'TypeError',
      errorMessage: 'See the server log',
    });
  });

  it('publishes an event for a failed run as for a successful run', async () => {
    const told = openRecordingTunnel();
    const world = await testContext({ tunnel: told.tunnel });
    const broken = processOf(async () => Promise.reject(new Error('a bug')));
    for (const process of [idle, broken]) await runProcess(world, process, { trigger: 'manual' });

    expect(told.take().map(({ data }) => data)).toEqual([{ areas: ['processes'] }, { areas: ['processes'] }]);
  });

  it('repeats no slice after a failure between two slices', async () => {
    const seen: (string | null)[] = [];
    const sliced = processOf(async (_, cursor) => {
      seen.push(cursor);
      return { counts: { done: 1 }, cursor: cursor === null ? 'page2' : null };
    });
    armFault({ FAULT_AT: 'process.after_slice', FAULT_MODE: 'throw' });

    const broken = await runProcess(ctx, sliced, { trigger: 'manual' });
    armFault({ FAULT_MODE: 'throw' });
    const whole = await runProcess(ctx, sliced, { trigger: 'manual' });

    expect([broken?.status, whole?.status]).toEqual(['failed', 'succeeded']);
    expect(seen).toEqual([null, 'page2']);
  });

  it('closes the run of a crashed server as timed out and resumes from its cursor', async () => {
    const dying = processOf(async (world, cursor) => {
      if (cursor === null) return { counts: { done: 5 }, cursor: 'half' };
      // A killed server leaves a running row and a lease that is not renewed.
      await world.data.update(Locks, 'process-session-cleanup', { owner: 'run_other', fence: 99 });
      throw new Error('killed');
    });
    await runProcess(ctx, dying, { trigger: 'ticker' });
    ctx.clock.advance(3 * MINUTE_MS);
    const asked: (string | null)[] = [];
    const rest = processOf(async (_, cursor) => {
      asked.push(cursor);
      return { counts: { done: 1 }, cursor: null };
    });

    const outcome = await runProcess(ctx, rest, { trigger: 'ticker' });

    expect(asked).toEqual(['half']);
    expect(outcome?.status).toBe('succeeded');
    expect((await rowsOf()).map(({ data }) => [data.status, data.attempt])).toEqual([
      ['succeeded', 2],
      ['timed_out', 1],
    ]);
  });

  it('notifies a superadmin once of consecutive timeouts, and again after a successful run', async () => {
    const boss = await asSuperadmin(ctx);
    const dying = processOf(async (world) => {
      await world.data.update(Locks, 'process-session-cleanup', { owner: 'run_other', fence: 99 });
      throw new Error('killed');
    });
    const told = async () => (await ctx.data.find(newestFirst({ userId: boss.user.id }, 10))).rows;
    const run = async (...runs: readonly Process[]) => {
      for (const process of runs) {
        await runProcess(ctx, process, { trigger: 'ticker' });
        ctx.clock.advance(3 * MINUTE_MS);
      }
    };

    await run(dying, dying, dying, idle);
    expect((await told()).map(({ data }) => data.title)).toEqual(['Test timed out']);
    await run(idle, dying, idle);

    expect((await told()).map(({ data }) => data.template)).toEqual([
      'operator.process_timed_out',
      'operator.process_timed_out',
    ]);
  });

  it('writes no counts after losing its lease', async () => {
    const slept = processOf(async (world) => {
      await world.data.update(Locks, 'process-session-cleanup', { owner: 'run_other', fence: 99 });
      return { counts: { done: 1 }, cursor: null };
    });

    const outcome = await runProcess(ctx, slept, { trigger: 'ticker' });

    const row = await lastRunOf(ctx, 'session-cleanup');
    expect(row?.data).toMatchObject({ status: 'running', counts: { done: 0 } });
    expect(outcome?.counts.done).toBe(0);
  });

  it('keeps the newest five hundred rows of a process', async () => {
    const old = await runProcess(ctx, idle, { trigger: 'ticker' });
    const { data } = await ctx.data.need(ProcessRuns, old?.runId ?? '');
    for (let batch = 0; batch < 2; batch++)
      await ctx.data.batch((write) => {
        for (let row = 0; row < 300; row++) write.create(ProcessRuns, `run_${batch}_${row}`, data);
      });
    await ctx.data.update(Locks, 'process-session-cleanup', { fence: 19 });
    ctx.clock.advance(SECOND_MS);

    const newest = await runProcess(ctx, idle, { trigger: 'ticker' });

    const { rows, next } = await ctx.data.find(runsNewestFirst('session-cleanup', 500));
    expect([rows.length, rows[0]?.id, next]).toEqual([500, newest?.runId, null]);
  });
});

describe('runDue', () => {
  it.each([
    ['at once if its server was killed on this machine', { startedAt: '1' }, 1],
    ['not within a second if its server may run on another machine', { host: 'elsewhere' }, 0],
  ])('resumes an interrupted run: %s', async (_, interrupted, runs) => {
    const killed = processOf(async (world) => {
      const { data } = await world.data.need(Locks, 'process-session-cleanup');
      if (data.holder === null) throw new Error('this machine cannot be told from others');
      const holder = { ...data.holder, ...interrupted };
      await world.data.update(Locks, 'process-session-cleanup', { owner: 'run_killed', holder, fence: 99 });
      throw new Error('killed');
    });
    await runProcess(ctx, killed, { trigger: 'ticker' });
    ctx.clock.advance(SECOND_MS);

    const report = await runDue(ctx, { trigger: 'ticker', among: [idle] });

    expect(report.ran).toHaveLength(runs);
  });

  it('runs a due process once per due time', async () => {
    const first = await runDue(ctx, { trigger: 'cron', among: [idle] });
    const again = await runDue(ctx, { trigger: 'cron', among: [idle] });
    ctx.clock.advance(MINUTE_MS);
    const later = await runDue(ctx, { trigger: 'cron', among: [idle] });

    expect([first, again, later].map(({ ran }) => ran.length)).toEqual([1, 0, 1]);
    expect(first).toMatchObject({ success: true, remaining: 0, ran: [{ status: 'succeeded' }] });
  });

  it('skips a process without a schedule', async () => {
    const manual = { ...idle, schedule: null };

    expect((await runDue(ctx, { trigger: 'ticker', among: [manual] })).ran).toEqual([]);
  });

  it('stops at its time budget, reports how many processes remain, and leaves a partial run due', async () => {
    const long = processOf(async (_, cursor) => {
      ctx.clock.advance(30 * SECOND_MS);
      return { counts: { done: 1 }, cursor: `after-${cursor ?? 'start'}`.slice(0, 40) };
    });

    const report = await runDue(ctx, { trigger: 'cron', budgetMs: 50 * SECOND_MS, among: [long, idle] });
    const next = await lastRunOf(ctx, 'session-cleanup');

    expect(report).toMatchObject({ remaining: 1, ran: [{ status: 'partial' }] });
    expect(next && isDue(ctx, long, next)).toBe(true);
  });

  it('reports a failed process and still runs the others', async () => {
    const broken: Process = {
      ...idle,
      id: 'email-token-cleanup',
      run: async () => {
        throw new Error('no');
      },
    };

    const report = await runDue(ctx, { trigger: 'cron', among: [broken, idle] });

    expect(report.success).toBe(false);
    expect(report.ran.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('runs a daily process once a day', async () => {
    const daily = { ...idle, schedule: '20 3 * * *' };
    const ran: number[] = [];

    for (let hour = 0; hour < 48; hour++) {
      ran.push((await runDue(ctx, { trigger: 'ticker', among: [daily] })).ran.length);
      ctx.clock.advance(DAY_MS / 24);
    }

    expect(ran.reduce((sum, count) => sum + count)).toBe(3);
  });
});
