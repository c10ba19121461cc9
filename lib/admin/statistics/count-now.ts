import type { PlatformNow } from '#lib/admin/schemas/platform-stats.ts';
import type { Context } from '#lib/context/context.ts';
import { roles } from '#lib/context/values.ts';
import { countEach, spanOfDay } from '#lib/crm/analytics/count-day.ts';
import { daysOf } from '#lib/crm/analytics/days.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import type { Query } from '#lib/data/query.ts';
import { CATALOG, listFacet } from '#lib/store/catalog/catalog-entry.ts';
import { productStatuses } from '#lib/store/values.ts';
import {
  conversationsNow,
  everyOrder,
  productsInStatus,
  usersInRole,
  usersSeenSince,
  usersVerified,
} from './queries.ts';

/** The accounts that are not deleted. Each status is counted alone, because a count of one index range reads no row. */
const standing = ['active', 'restricted'] as const;
const unarchived = productStatuses.filter((status) => status !== 'archived');

/** Counts what belongs to no day, by indexes alone. */
export async function countNow(ctx: Pick<Context, 'data' | 'now' | 'search'>): Promise<PlatformNow> {
  const { data, now, search } = ctx;
  const sum = async <T extends object>(queries: readonly Query<T>[]): Promise<number> =>
    (await Promise.all(queries.map((query) => data.count(query)))).reduce((total, count) => total + count, 0);
  const [byRole, verified, active, orders, catalog, products, conversations] = await Promise.all([
    countEach(roles, (role) => sum(standing.map((status) => usersInRole(status, role)))),
    sum(standing.map(usersVerified)),
    countEach(analyticsRanges, (range) => {
      const { from } = spanOfDay(daysOf(range, now())[0] ?? '');
      return sum(standing.map((status) => usersSeenSince(status, from)));
    }),
    data.count(everyOrder()),
    search.facets(CATALOG, { facets: [[listFacet('product')]] }, { prefixes: [], ranges: [] }),
    sum(unarchived.map(productsInStatus)),
    data.count(conversationsNow()),
  ]);
  return {
    users: { total: Object.values(byRole).reduce((total, count) => total + count, 0), byRole, verified, active },
    orders,
    // The index is written after the product, so it may be ahead of a product that has just been archived.
    products: { listed: catalog.total, unlisted: Math.max(0, products - catalog.total) },
    conversations,
    computedAt: now().toISOString(),
  };
}
