import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';

/** The filter of the audit page, as its address holds it. */
export type AuditQuery = Partial<
  Record<'actor' | 'target' | 'action' | 'result' | 'from' | 'to' | 'cursor', string | undefined>
>;

export const AUDIT = '/admin/audit';

export const auditHref = (query: AuditQuery): Route => queryHref(AUDIT, query);
