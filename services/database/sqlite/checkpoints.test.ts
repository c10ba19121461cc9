import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  it('bounds the log during constant writes, loses no row, and leaves an intact database', async () => {
    const failures: string[] = [];
    const copyFailed = (reason: string) => void failures.push(reason);
    const connection = openConnection(path, { synchronous: 'FULL', copyFailed, restMs: 50 });
    await connection.write(() => connection.database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, page)'));
    const insert = connection.prepared('INSERT INTO t (page) VALUES (?)');
    for (let row = 0; row < ROWS; row += PER_COMMIT) {
      await connection.write(() => {
        for (let n = 0; n < PER_COMMIT; n++) insert.run(PAGE);
      });
    }
    const logBytes = statSync(`${path}-wal`).size;
    await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
    await connection.close();

    expect(failures).toEqual([]);
    // Each commit writes three pages for each page that it fills, and without copying the log would keep all of them. A
    // busy machine copies late, so two of three are allowed.
    expect(logBytes).toBeLessThan(2 * ROWS * 4_096);
    const reopened = new DatabaseSync(path, { readOnly: true });
    expect(reopened.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: ROWS });
    expect(reopened.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
    reopened.close();
  });

  it('empties the log after a pause, even after a small write', async () => {
    const connection = openConnection(path, { synchronous: 'FULL', copyFailed: () => undefined, restMs: 50 });
    const sizeOfLog = () => statSync(`${path}-wal`).size;
    await connection.write(() => connection.database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, page)'));
    const lengths = [sizeOfLog()];
    await expect.poll(sizeOfLog).toBe(0);

    await connection.write(() => connection.prepared('INSERT INTO t (page) VALUES (?)').run('small'));
    lengths.push(sizeOfLog());
    await expect.poll(sizeOfLog).toBe(0);
    await connection.close();

    expect(Math.min(...lengths)).toBeGreaterThan(0);
  });

  it('empties the log during frequent small commits', async () => {
    const connection = openConnection(path, { synchronous: 'FULL', copyFailed: () => undefined, restMs: 50 });
    await connection.write(() => connection.database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, page)'));

    let longest = statSync(`${path}-wal`).size;
    await expect
      .poll(async () => {
        await connection.write(() => connection.prepared('INSERT INTO t (page) VALUES (?)').run('small'));
        const size = statSync(`${path}-wal`).size;
        const hasShrunk = size < longest;
        longest = Math.max(longest, size);
        return hasShrunk;
      })
      .toBe(true);
    await connection.close();
  });

  it('retries after a reader blocked the checkpoint', async () => {
    const connection = openConnection(path, { synchronous: 'FULL', copyFailed: () => undefined, restMs: 50 });
    await connection.write(() => connection.database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, page)'));
    await connection.write(() => connection.prepared('INSERT INTO t (page) VALUES (?)').run('small'));
    const reader = new DatabaseSync(path);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM t').get();

    // A TRUNCATE checkpoint copies every page before it finds that the reader blocks it.
    await expect
      .poll(() => {
        const { log, checkpointed } = connection.prepared('PRAGMA wal_checkpoint(NOOP)').get() as Record<
          string,
          number
        >;
        return log === checkpointed;
      })
      .toBe(true);
    const sizeBesideReader = statSync(`${path}-wal`).size;
    reader.exec('COMMIT');
    reader.close();
    await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
    await connection.close();

    expect(sizeBesideReader).toBeGreaterThan(0);
  });

  it('reports why the log could not be read, and does not fail the commit', () => {
    const failures: string[] = [];
    const unreadable = () => {
      throw new Error('disk I/O error');
    };
    const checkpoints = openCheckpoints(path, unreadable, (reason) => void failures.push(reason));

    checkpoints.committed();

    expect(failures).toEqual(['Error: disk I/O error']);
  });
});
