import { expect } from 'vitest';
import { isCovered } from '#lib/data/coverage.ts';
import type { Query } from '#lib/data/query.ts';
import { findPlanOf, totalPlanOf } from '#lib/data/query-plan.ts';
import type { Store } from '#lib/data/store.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';

/** Expects that declared indexes serve a query, and that SQLite neither scans a table nor sorts for it. */
export function expectServed<T extends object>(store: Store, query: Query<T>): void {
  const { collection, shape } = findPlanOf(query);
  expect(isCovered(collection.indexes, shape), `${collection.name}: ${JSON.stringify(shape)}`).toBe(true);

  const plan = sqliteHandleOf(store)?.explain(query) ?? [];
  expect(plan.length).toBeGreaterThan(0);
  // A query without a filter walks an index from its end up to the limit. SQLite calls that a scan as well.
  const bad = query.filters.length === 0 ? /^SCAN (?!.*USING (COVERING )?INDEX)|TEMP B-TREE/ : /^SCAN|TEMP B-TREE/;
  for (const step of plan) expect(step).not.toMatch(bad);
}

/** Expects the same for a count or for the sum of a field. The index of a sum must hold that field. */
export function expectTotalServed<T extends object>(query: Query<T>, summed?: keyof T & string): void {
  const { collection, shape } = totalPlanOf(query, summed);
  expect(isCovered(collection.indexes, shape), `${collection.name}: ${JSON.stringify(shape)}`).toBe(true);
}
