import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import { openWorkers, type Workers } from '#tests/support/workers.ts';
import { Accounts, Claims, contractCollections } from './store/things.ts';

let folder: string;
let path: string;
let workers: Workers;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-processes-'));
  path = join(folder, 'plaza.db');
  workers = openWorkers(path);
});
afterEach(async () => {
  await workers.end();
  rmSync(folder, { recursive: true });
});

const open = (): Store =>
  openSqlite({ path, collections: contractCollections, now: () => new Date(), log: () => undefined });

describe('several processes on one SQLite file', () => {
  it('sell each unit once, and no sale fails', async () => {
    const store = open();
    await store.set(Accounts, 'stock', { balance: 250 });

    const results = await workers.answers<{ units: number[]; failures: string[] }>('buy', 100);

    const units = results.flatMap((result) => result.units);
    expect(results.flatMap((result) => result.failures)).toEqual([]);
    expect(units.sort((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
    expect((await store.need(Accounts, 'stock')).data.balance).toBe(0);
    await store.close();
  });

  it('see a document that another process has just added to a query they have read', async () => {
    const store = open();

    const results = await workers.answers<{ isMine: boolean }>('claim', 0);

    expect(results.filter((result) => result.isMine)).toHaveLength(1);
    expect(await store.count(from(Claims).where('slot', '==', 'noon'))).toBe(1);
    await store.close();
  });

  it('can open a new file at the same time', async () => {
    const results = await workers.answers<{ isMine: boolean }>('claim', 0);

    expect(results.filter((result) => result.isMine)).toHaveLength(1);
  });
});

describe('a lock held by another connection', () => {
  it('is waited for without blocking the process', async () => {
    const [holder, waiting] = [open(), open()];
    const lock = sqliteHandleOf(holder)?.database;
    lock?.exec('BEGIN IMMEDIATE');
    let isDone = false;

    const written = waiting.set(Accounts, 'a', { balance: 1 }).then(() => {
      isDone = true;
    });
    // A wait that blocked the process would let no timer run.
    for (let ticks = 0; ticks < 20; ticks++) await nextTick(1);
    expect(isDone).toBe(false);
    expect(await waiting.get(Accounts, 'a')).toBeUndefined();
    lock?.exec('COMMIT');
    await written;

    expect((await holder.need(Accounts, 'a')).data.balance).toBe(1);
    await Promise.all([holder.close(), waiting.close()]);
  });

  it('lets timers fire during a loop that awaits only the store', async () => {
    const store = open();
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
    }, 1);

    let reads = 0;
    for (; !isOver && reads < 1_000_000; reads++) await store.get(Accounts, 'a');
    clearTimeout(timer);

    expect(isOver).toBe(true);
    await store.close();
  });

  it('fails with UNAVAILABLE after five seconds, with a time to retry', async () => {
    const [holder, waiting] = [open(), open()];
    const lock = sqliteHandleOf(holder)?.database;
    lock?.exec('BEGIN IMMEDIATE');

    await expect(waiting.set(Accounts, 'a', { balance: 1 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      retryAfter: 5,
    });
    lock?.exec('COMMIT');
    await Promise.all([holder.close(), waiting.close()]);
  });
});

describe('a killed process', () => {
  it('loses no acknowledged commit and leaves none half done', async () => {
    let first = 0;
    for (let round = 0; round < 5; round++) {
      const { child, lines, go } = await workers.start('writePairs', first);
      go();
      for (let acknowledged = 0; acknowledged < 40 + round * 17; acknowledged++) {
        first = (JSON.parse((await lines.next()).value as string) as number) + 1;
      }
      child.kill('SIGKILL');
      await once(child, 'exit');

      const store = open();
      const pairs = Array.from({ length: first }, (_, n) => n);
      for (let n = 0; n < pairs.length; n += 100) {
        const part = pairs.slice(n, n + 100);
        const rows = await store.getMany(
          Accounts,
          part.flatMap((one) => [`left-${one}`, `right-${one}`]),
        );
        expect(rows.every((row) => row !== undefined)).toBe(true);
      }
      // A pair written after the last acknowledgement we read may be there or not, but never half of it.
      const total = await store.count(from(Accounts));
      expect(total % 2).toBe(0);
      expect(await store.sum(from(Accounts), 'balance')).toBe(0);
      expect(sqliteHandleOf(store)?.database.prepare('PRAGMA integrity_check').get()).toEqual({
        integrity_check: 'ok',
      });
      first = total / 2;
      await store.close();
    }
    expect(first).toBeGreaterThan(200);
  });
});
