import { expect, it } from 'vitest';
import type { Backup, BackupMade, Backups } from '#lib/context/ports/backups.ts';
import { unavailable } from '#lib/core/errors.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { testContext } from '#tests/support/context.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { runDue } from './due-processes.ts';
import { lastRunOf, runProcess } from './process-runner.ts';
import { listProcesses } from './process-status.ts';
import { processes } from './processes.ts';

const made: BackupMade = {
  path: '/backups/one',
  createdAt: '2026-03-02T03:10:00.000Z',
  files: 5,
  sizeBytes: 100,
  copied: 2,
  left: [],
};

/** Returns a backup port that gives these answers in turn. */
function scriptedBackups(answers: readonly (BackupMade | Error | null)[], last: Backup | null = null): Backups {
  const left = [...answers];
  return {
    make: async () => {
      const answer = left.shift() ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    last: async () => last,
  };
}
const backupProcess = processes.filter(({ id }) => id === 'backup');
const worldWith = (backups: Backups | null) => testContext({ backups });

it('listProcesses includes the backup only when backups are configured', async () => {
  const [without, withFolder] = [await worldWith(null), await worldWith(scriptedBackups([]))];
  const ids = async (ctx: typeof without) => (await listProcesses(ctx)).map(({ id }) => id);

  expect(await ids(without)).not.toContain('backup');
  expect(await ids(withFolder)).toContain('backup');
});

it('the backup counts copied and skipped files and is next due at 03:10', async () => {
  const ctx = await worldWith(scriptedBackups([null, made]));

  await runDue(ctx, { trigger: 'ticker', among: backupProcess });

  expect((await lastRunOf(ctx, 'backup'))?.data).toMatchObject({
    status: 'succeeded',
    counts: { seen: 5, done: 2, skipped: 3, failed: 0 },
  });
  const [stand] = (await listProcesses(ctx)).filter(({ id }) => id === 'backup');
  expect(stand?.nextDueAt).toBe('2026-03-03T03:10:00.000Z');
});

it('listProcesses returns the time of the last good backup, or null', async () => {
  const [never, once] = [await worldWith(scriptedBackups([])), await worldWith(scriptedBackups([], made))];
  const lastGood = async (ctx: typeof never) =>
    (await listProcesses(ctx)).find(({ id }) => id === 'backup')?.lastGoodAt;

  expect(await lastGood(never)).toBeNull();
  expect(await lastGood(once)).toBe(made.createdAt);
});

it('a failing backup notifies every superadmin once a day and stores its error message', async () => {
  const failure = unavailable('The backup was not made: ENOSPC', { code: 'BackupFailed' });
  const ctx = await worldWith(scriptedBackups([failure, failure, failure]));
  const operators = [await asSuperadmin(ctx), await asSuperadmin(ctx)];
  const run = () => runProcess(ctx, processes.find(({ id }) => id === 'backup') as never, { trigger: 'manual' });

  await run();
  ctx.clock.advance(MINUTE_MS);
  await run();
  ctx.clock.advance(DAY_MS);
  await run();

  for (const { user } of operators) {
    const { rows } = await ctx.data.find(newestFirst({ userId: user.id }, 10));
    expect(rows.map(({ data }) => data.title)).toEqual(['Backup failed', 'Backup failed']);
  }
  expect((await lastRunOf(ctx, 'backup'))?.data).toMatchObject({
    status: 'failed',
    errorCode: 'BackupFailed',
    errorMessage: 'The backup was not made: ENOSPC',
  });
});
