import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { from } from '#lib/data/query.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { copyDatabase } from './database-copy.ts';

const Notes = collection('notes', { label: 'Note', schema: z.object({ n: z.int() }), indexes: [['n']] });
const open = (path: string) =>
  openSqlite({ path, collections: [Notes], now: () => new Date(), log: () => undefined, synchronous: 'NORMAL' });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('copyDatabase', () => {
  it('copies a consistent snapshot of a database during writes, and the copy opens as a store', async () => {
    const store = open(join(folder, 'plaza.db'));
    const put = (from: number, to: number) =>
      store.batch((write) => {
        for (let n = from; n < to; n++) write.set(Notes, `n${n}`, { n });
      });
    for (let n = 0; n < 2_000; n += 500) await put(n, n + 500);

    let writing = true;
    const writer = (async () => {
      for (let n = 2_000; writing; n += 2) await put(n, n + 2);
    })();
    const { counts } = await copyDatabase(join(folder, 'plaza.db'), join(folder, 'copy.db'));
    writing = false;
    await writer;
    await store.close();

    const copy = open(join(folder, 'copy.db'));
    const total = await copy.count(from(Notes));
    expect(total).toBeGreaterThanOrEqual(2_000);
    expect(counts.notes).toBe(total);
    expect(total % 2).toBe(0);
    expect((await copy.need(Notes, 'n1999')).data.n).toBe(1_999);
    await copy.set(Notes, 'after', { n: -1 });
    await copy.close();
  });

  it('rejects an existing target file', async () => {
    await open(join(folder, 'plaza.db')).close();
    writeFileSync(join(folder, 'copy.db'), 'mine');

    await expect(copyDatabase(join(folder, 'plaza.db'), join(folder, 'copy.db'))).rejects.toThrow('already exists');
  });

  it('rejects a missing source and creates no database', async () => {
    await expect(copyDatabase(join(folder, 'none.db'), join(folder, 'copy.db'))).rejects.toThrow();

    expect(existsSync(join(folder, 'none.db'))).toBe(false);
    expect(existsSync(join(folder, 'copy.db'))).toBe(false);
  });
});
