import { from } from '#lib/data/query.ts';
import { AuditLog } from './collections.ts';
/** What was done to one thing, newest first. */
export const auditRowsOf = (targetId: string, limit: number) =>
  from(AuditLog).where('targetId', '==', targetId).orderBy('at', 'desc').limit(limit);
