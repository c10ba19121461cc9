import { platformDay, platformNow } from '#lib/admin/schemas/platform-stats.ts';
import { collection } from '#lib/data/collection.ts';

/** The figures of each UTC day. The id is the day. */
export const PlatformStatsDays = collection('platform_stats_days', {
  label: 'Statistics of a day',
  schema: platformDay,
  indexes: [],
});

/** The figures that belong to no day. The only id is `current`. */
export const PlatformStats = collection('platform_stats', {
  label: 'Statistics',
  schema: platformNow,
  indexes: [],
});
