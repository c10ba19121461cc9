import { beforeEach, expect, it } from 'vitest';
import { ProcessRuns } from '#lib/admin/collections.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import type { Process } from './process.ts';
import { lastRunOf, runProcess } from './process-runner.ts';
import { listProcesses } from './process-status.ts';
import { processes, processesHere } from './processes.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await testContext();
});

const known = (id: string): Process => {
  const found = processes.find((process) => process.id === id);
  if (!found) throw new Error(`the process ${id} of this test is gone`);
  return found;
};
const nothingToDo: Process['run'] = async () => ({ counts: {}, cursor: null });
const failing: Process['run'] = async () => Promise.reject(new Error('what only the log may hold'));
const run = (id: string, work = nothingToDo) => runProcess(ctx, { ...known(id), run: work }, { trigger: 'manual' });
const standOf = async (id: string) => (await listProcesses(ctx)).find((process) => process.id === id);
/** Marks the last run of a process as still running. */
async function reopen(id: string) {
  const row = await lastRunOf(ctx, id);
  await ctx.data.update(ProcessRuns, row?.id ?? '', { status: 'running', finishedAt: null, durationMs: null });
}

it('lists every process with its last run and next due time, failed processes first', async () => {
  await run('session-cleanup');
  await run('month-end', failing);

  const stands = await listProcesses(ctx);

  expect(stands.map(({ id }) => id).sort()).toEqual(
    processesHere(ctx)
      .map(({ id }) => id)
      .sort(),
  );
  expect(stands[0]).toMatchObject({
    id: 'month-end',
    last: { status: 'failed', errorMessage: 'See the server log' },
    nextDueAt: '2026-04-01T03:40:00.000Z',
    health: 'ok',
  });
  expect(await standOf('session-cleanup')).toMatchObject({
    last: { status: 'succeeded' },
    nextDueAt: '2026-03-03T03:20:00.000Z',
    health: 'ok',
  });
  expect(await standOf('hold-expiry')).toMatchObject({
    last: null,
    nextDueAt: ctx.now().toISOString(),
    health: 'never',
  });
  expect(await standOf('search-reindex')).toMatchObject({ last: null, nextDueAt: null, health: 'never' });
  expect(JSON.stringify(stands)).not.toContain('only the log');
});

it('marks an overdue process as late after a grace period and keeps its due time', async () => {
  await run('session-cleanup');
  await run('hold-expiry');

  ctx.clock.advance(3 * MINUTE_MS);
  expect((await listProcesses(ctx)).map(({ health }) => health)).not.toContain('late');
  ctx.clock.advance(SECOND_MS);
  expect(await standOf('hold-expiry')).toMatchObject({ health: 'late', nextDueAt: '2026-03-02T10:01:00.000Z' });
  expect(await standOf('session-cleanup')).toMatchObject({ health: 'ok' });

  ctx.clock.advance(3 * DAY_MS);
  const late = (await listProcesses(ctx)).slice(0, 2);
  expect(late).toMatchObject([
    { id: 'session-cleanup', health: 'late', nextDueAt: '2026-03-03T03:20:00.000Z' },
    { id: 'hold-expiry', health: 'late' },
  ]);
});

it('shows a run as timed out once its last heartbeat is a minute old, and no sooner', async () => {
  await run('session-cleanup');
  await reopen('session-cleanup');

  ctx.clock.advance(MINUTE_MS - 1);
  expect(await standOf('session-cleanup')).toMatchObject({
    last: { status: 'running' },
    nextDueAt: '2026-03-03T03:20:00.000Z',
  });
  ctx.clock.advance(1);
  expect((await listProcesses(ctx))[0]).toMatchObject({
    id: 'session-cleanup',
    last: { status: 'timed_out' },
    nextDueAt: ctx.now().toISOString(),
  });
});

it('does not mark a process as late while its run takes longer than the interval', async () => {
  await run('hold-expiry');
  await reopen('hold-expiry');
  ctx.clock.advance(10 * MINUTE_MS);
  const row = await lastRunOf(ctx, 'hold-expiry');
  await ctx.data.update(ProcessRuns, row?.id ?? '', { heartbeatAt: ctx.now().toISOString() });

  expect(await standOf('hold-expiry')).toMatchObject({ last: { status: 'running' }, health: 'ok' });
});

it('marks a process as failing after three consecutive failures', async () => {
  for (const health of ['ok', 'ok', 'failing', 'failing']) {
    await run('month-end', failing);
    expect(await standOf('month-end')).toMatchObject({ last: { status: 'failed' }, health });
    ctx.clock.advance(SECOND_MS);
  }
  await run('month-end');
  ctx.clock.advance(SECOND_MS);
  await run('month-end', failing);
  expect(await standOf('month-end')).toMatchObject({ health: 'ok' });
});
