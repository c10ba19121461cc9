import { collection } from '#lib/data/collection.ts';
import { auditEntry } from './schemas/audit.ts';
/** Written by `audit.ts` alone, and never changed or deleted. */
export const AuditLog = collection('audit_log', {
  label: 'Audit row',
  schema: auditEntry,
  indexes: [['targetId', 'at desc']],
});
