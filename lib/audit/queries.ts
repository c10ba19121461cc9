import { type Cursor, from } from '#lib/data/query.ts';
import { AuditLog } from './collections.ts';
import type { AuditFilter } from './schemas/audit.ts';
import { StoredAuditRows } from './seals/sealed-rows.ts';

/** Queries the acts on one target, newest first. */
export const auditRowsOf = (targetId: string, limit: number) =>
  from(AuditLog).where('targetId', '==', targetId).orderBy('at', 'desc').limit(limit);

/** The filters with an index, the most selective first. */
export const leadingFilters = ['targetId', 'actorId', 'action', 'result'] as const;

/**
 * Acts by the first given filter and by time, newest first. The caller compares the other filters row by row: an index
 * for each combination would cost every act more than it saves a rare search. Rows come as they are stored, because a row that
 * was changed by hand must not hide the others.
 */
export function auditNewestFirst(filter: AuditFilter, limit: number, after?: Cursor) {
  const lead = leadingFilters.find((name) => filter[name] !== undefined);
  let query = from(StoredAuditRows as unknown as typeof AuditLog);
  if (lead !== undefined) query = query.where(lead, '==', filter[lead] as never); // the field's own value
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<', filter.to);
  return query.orderBy('at', 'desc').limit(limit).after(after);
}
