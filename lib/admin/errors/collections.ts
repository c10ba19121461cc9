import { errorDay, errorGroup } from '#lib/admin/schemas/errors.ts';
import { collection } from '#lib/data/collection.ts';

/** Errors by their cause. */
export const ErrorGroups = collection('error_groups', {
  label: 'Error group',
  schema: errorGroup,
  indexes: [['lastSeenAt desc'], ['kind', 'lastSeenAt desc']],
  ttl: 'expiresAt',
  // Every process adds to the same groups.
  optimistic: true,
});

/** How many errors of each kind a UTC day had. */
export const ErrorDays = collection('error_days', {
  label: 'Errors of a day',
  schema: errorDay,
  indexes: [],
  optimistic: true,
});
