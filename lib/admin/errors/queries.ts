import { type Cursor, from } from '#lib/data/query.ts';
import { ErrorGroups } from './collections.ts';
import type { ErrorKind } from './values.ts';

/** Groups with an error since a time, the latest first. */
export function groupsSeenSince(
  since: string,
  {
    kind,
    limit,
    cursor,
  }: { readonly kind?: ErrorKind | undefined; readonly limit: number; readonly cursor?: Cursor | undefined },
) {
  const all = from(ErrorGroups);
  return (kind ? all.where('kind', '==', kind) : all)
    .where('lastSeenAt', '>=', since)
    .orderBy('lastSeenAt', 'desc')
    .limit(limit)
    .after(cursor);
}
