import { from } from '#lib/data/query.ts';
import { AuditLog } from './collections.ts';
/** Queries the acts on one target, newest first. */
export const auditRowsOf = (targetId: string, limit: number) =>
  from(AuditLog).where('targetId', '==', targetId).orderBy('at', 'desc').limit(limit);
