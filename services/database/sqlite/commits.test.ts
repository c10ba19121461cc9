import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openCommits } from './commits.ts';

/** Opens a commit queue on a database in memory. The test decides when its disk responds. */
function commitsOn(disk: () => Promise<void>) {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a)');
  const write = openCommits({
    database,
    prepared: (sql) => database.prepare(sql),
    assertOurs: () => {},
    committed: disk,
  });
  const add = (a: number) => write(() => void database.prepare('INSERT INTO t VALUES (?)').run(a));
  const rows = () =>
    database
      .prepare('SELECT a FROM t ORDER BY a')
      .all()
      .map(({ a }) => a);
  return { add, rows };
}

describe('openCommits', () => {
  it('resolves a commit only after the sync, and commits other writes meanwhile', async () => {
    const disk: (() => void)[] = [];
    const { add, rows } = commitsOn(() => new Promise((done) => void disk.push(done)));
    const told: number[] = [];
    const first = add(1).then(() => told.push(1));
    await expect.poll(() => disk.length).toBe(1);
    const second = add(2).then(() => told.push(2));
    await expect.poll(() => disk.length).toBe(2);

    expect({ rows: rows(), told }).toEqual({ rows: [1, 2], told: [] });
    for (const done of disk) done();
    await Promise.all([first, second]);
    expect(told).toEqual([1, 2]);
  });

  it.each([
    ['asynchronously', () => Promise.reject(new Error('EIO'))],
    [
      'synchronously',
      () => {
        throw new Error('EIO');
      },
    ],
  ])('rejects a commit whose sync fails %s', async (_when, disk) => {
    const { add } = commitsOn(disk);

    await expect(add(1)).rejects.toMatchObject({ message: 'The disk of the database does not respond' });
  });
});
