import type { Query } from './query.ts';
import { type Held, rowOf } from './reader.ts';
import type { Change, Row, Store } from './store.ts';

/**
 * Returns the changes between two results of a watched query: the removed rows first, then the added and modified rows.
 */
function changesBetween<T>(before: ReadonlyMap<string, Row<T>>, rows: readonly Row<T>[]): Change<T>[] {
  const now = new Set(rows.map(({ id }) => id));
  const removed = [...before.values()].filter(({ id }) => !now.has(id));
  const fresh = rows.filter(({ id, version }) => before.get(id)?.version !== version);
  return [
    ...removed.map((row): Change<T> => ({ kind: 'removed', row })),
    ...fresh.map((row): Change<T> => ({ kind: before.has(row.id) ? 'modified' : 'added', row })),
  ];
}

/** Returns a function that passes each result of a watched query to `seen` when it differs from the result before. */
export function changeReporter<T extends object>(query: Query<T>, seen: Parameters<Store['watch']>[1]) {
  let known: ReadonlyMap<string, Row<T>> | null = null;
  return (held: readonly Held[]): void => {
    const before = known ?? new Map<string, Row<T>>();
    const rows = held.map((document) => {
      const same = before.get(document.id);
      return same?.version === document.version ? same : rowOf(query.collection, document);
    });
    const changes = changesBetween(before, rows);
    const isFirst = known === null;
    known = new Map(rows.map((row) => [row.id, row]));
    if (isFirst || changes.length > 0) seen(rows as never, changes as never);
  };
}
