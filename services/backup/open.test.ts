import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { testEnv } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { openBackups } from './open.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plaza-backups-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const world = { now: () => new Date('2026-03-02T03:10:00.000Z'), log: () => undefined };
const open = (vars: Readonly<Record<string, string>> = {}) =>
  openBackups(testEnv({ PLAZA_DATA_DIR: join(root, 'data'), BACKUP_DIR: join(root, 'backups'), ...vars }), world);
const makeStore = () =>
  openSqlite({ path: join(root, 'data', 'plaza.db'), collections: [], now: world.now, log: world.log }).close();

describe('openBackups', () => {
  it('returns null without BACKUP_DIR and for Firestore', () => {
    expect(open({ BACKUP_DIR: '' })).toBeNull();
    expect(open({ FIRESTORE_PROJECT_ID: 'shop' })).toBeNull();
  });

  it('makes one backup for concurrent callers, who all get its result', async () => {
    await makeStore();
    const backups = open();

    const answers = await Promise.all([backups?.make(MINUTE_MS), backups?.make(MINUTE_MS)]);

    expect(answers[0]).toEqual(answers[1]);
    expect(readdirSync(join(root, 'backups'))).toEqual(['2026-03-02T03-10-00-000Z']);
    expect(await backups?.last()).toMatchObject({ createdAt: '2026-03-02T03:10:00.000Z' });
  });

  it('returns a backup that ended after its caller timed out, instead of making a second one', async () => {
    await makeStore();
    const backups = open();
    const folders = () => readdirSync(join(root, 'backups')).filter((name) => !name.endsWith('.part'));

    expect(await backups?.make(0)).toBeNull();
    await expect.poll(() => backups?.last(), PATIENCE).not.toBeNull();

    expect(await backups?.make(MINUTE_MS)).toMatchObject({ path: join(root, 'backups', '2026-03-02T03-10-00-000Z') });
    expect(folders()).toEqual(['2026-03-02T03-10-00-000Z']);
  });

  it('reports why a backup failed, and makes the next one', async () => {
    await makeStore();
    writeFileSync(join(root, 'backups'), 'a file in the way');
    const backups = open();

    await expect(backups?.make(MINUTE_MS)).rejects.toMatchObject({
      code: 'BackupFailed',
      message: 'The backup was not made: EEXIST',
    });
    rmSync(join(root, 'backups'));

    expect(await backups?.make(MINUTE_MS)).toMatchObject({ files: 0 });
  });
});
