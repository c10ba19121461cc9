import { collection } from '#lib/data/collection.ts';
import { auditEntry } from './schemas/audit.ts';
/** Only `audit.ts` writes these rows. They are never changed or deleted. */
export const AuditLog = collection('audit_log', {
  label: 'Audit row',
  schema: auditEntry,
  indexes: [['targetId', 'at desc']],
});
