import type { Write } from '#lib/data/pending-writes.ts';
import type { Driver } from './driver.ts';
import { columnOf, type Table } from './tables.ts';
import { applyWrites, type Changed } from './writes.ts';

const BATCH = 500;

function expired({ connection }: Driver, table: Table, now: Date, limit: number): readonly Write[] {
  if (!table.ttl || limit === 0) return [];
  const sql = `SELECT id FROM "${table.name}" INDEXED BY "${table.ttl.index}" WHERE ${columnOf(table.ttl.field)} <= ? LIMIT ?`;
  return connection
    .prepared(sql)
    .all(now.toISOString(), limit)
    .map((row): Write => ({ kind: 'delete', collection: table.collection, id: String(row.id) }));
}

/** Deletes at most one batch of expired documents, over all collections together. */
export async function sweepExpired(driver: Driver): Promise<readonly Changed[]> {
  const now = driver.now();
  const due = [...driver.tables.values()].filter(({ ttl }) => ttl !== null);
  return driver.connection.write(() => {
    const writes: Write[] = [];
    for (const table of due) writes.push(...expired(driver, table, now, BATCH - writes.length));
    return applyWrites(driver, writes, now);
  });
}
