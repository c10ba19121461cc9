import { expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { runProcess } from './process-runner.ts';
import { listProcesses } from './process-stands.ts';
import { processes } from './processes.ts';

it('shows every process with its last run and when it is due again, those that failed first', async () => {
  const ctx = await testContext();
  const [first, second] = [
    processes.find(({ id }) => id === 'session-cleanup'),
    processes.find(({ id }) => id === 'month-end'),
  ];
  if (!first || !second) throw new Error('the processes of this test are gone');
  await runProcess(ctx, first, { trigger: 'manual' });
  const failing = async () => Promise.reject(new Error('what only the log may hold'));
  await runProcess(ctx, { ...second, run: failing }, { trigger: 'manual' });

  const stands = await listProcesses(ctx);

  expect(stands.map(({ id }) => id).sort()).toEqual(processes.map(({ id }) => id).sort());
  expect(stands[0]).toMatchObject({ id: 'month-end', last: { status: 'failed', errorMessage: 'See the log' } });
  expect(stands.find(({ id }) => id === 'session-cleanup')).toMatchObject({ last: { status: 'succeeded' } });
  const due = stands.flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt]));
  expect(due.every((at) => at > ctx.now().toISOString())).toBe(true);
  expect(stands.find(({ id }) => id === 'search-reindex')).toMatchObject({ last: null, nextAt: null });
  expect(JSON.stringify(stands)).not.toContain('only the log');
});
