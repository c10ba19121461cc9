import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCheckpoints } from './checkpoints.ts';
import { openConnection } from './connection.ts';

const PAGE = 'x'.repeat(4_000);
const ROWS = 12_000;
const PER_COMMIT = 100;

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-checkpoints-'));
  path = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('openCheckpoints', () => {
  it('keeps the log short while it is written to without a pause, gives its room back after, and loses no row', async () => {
    const failures: string[] = [];
    const copyFailed = (reason: string) => void failures.push(reason);
    const connection = openConnection(path, { synchronous: 'FULL', copyFailed, restMs: 500 });
    await connection.write(() => connection.database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, page)'));
    const insert = connection.prepared('INSERT INTO t (page) VALUES (?)');
    for (let row = 0; row < ROWS; row += PER_COMMIT) {
      await connection.write(() => {
        for (let n = 0; n < PER_COMMIT; n++) insert.run(PAGE);
      });
    }
    const logBytes = statSync(`${path}-wal`).size;
    await vi.waitFor(() => expect(statSync(`${path}-wal`).size).toBe(0), { timeout: 20_000, interval: 50 });
    await connection.close();

    expect(failures).toEqual([]);
    // Each commit writes three pages for each that it fills: kept whole, the log would be three times as long.
    expect(logBytes).toBeLessThan(ROWS * 4_096);
    const reopened = new DatabaseSync(path, { readOnly: true });
    expect(reopened.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: ROWS });
    expect(reopened.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
    reopened.close();
  });

  it('says why it could not look at the log, and leaves alone whoever has committed', () => {
    const failures: string[] = [];
    const unreadable = () => {
      throw new Error('disk I/O error');
    };
    const checkpoints = openCheckpoints(path, unreadable, (reason) => void failures.push(reason));

    checkpoints.committed();

    expect(failures).toEqual(['Error: disk I/O error']);
  });
});
