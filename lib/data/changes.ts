import type { Change, Row } from './store.ts';

/**
 * Returns the changes between two results of a watched query: the removed rows first, then the added and modified rows.
 */
export function changesBetween<T>(before: ReadonlyMap<string, Row<T>>, rows: readonly Row<T>[]): Change<T>[] {
  const now = new Set(rows.map(({ id }) => id));
  const removed = [...before.values()].filter(({ id }) => !now.has(id));
  const fresh = rows.filter(({ id, version }) => before.get(id)?.version !== version);
  return [
    ...removed.map((row): Change<T> => ({ kind: 'removed', row })),
    ...fresh.map((row): Change<T> => ({ kind: before.has(row.id) ? 'modified' : 'added', row })),
  ];
}
