import { collection } from '#lib/data/collection.ts';
import { auditEntry } from './schemas/audit.ts';
import { auditChain, auditFinding, auditSeal, auditSealRows } from './schemas/seal.ts';

/** Only `audit.ts` writes these rows. They are never changed or deleted. */
export const AuditLog = collection('audit_log', {
  label: 'Audit row',
  schema: auditEntry,
  indexes: [
    ['at'],
    ['at desc'],
    ['targetId', 'at desc'],
    ['actorId', 'at desc'],
    ['action', 'at desc'],
    ['result', 'at desc'],
  ],
});

/** The seals of the log. The id is the hour. */
export const AuditSeals = collection('audit_seals', { label: 'Seal', schema: auditSeal, indexes: [] });

/** The rows of each sealed hour. The id is the hour and a number. */
export const AuditSealRows = collection('audit_seal_rows', {
  label: 'Sealed rows',
  schema: auditSealRows,
  indexes: [['hour']],
});

/** How far the log is sealed and verified. The only id is `chain`. */
export const AuditChain = collection('audit_chain', { label: 'Chain of seals', schema: auditChain, indexes: [] });

/** What differs from the seals. The id is derived from the finding, so that a later walk does not repeat it. */
export const AuditFindings = collection('audit_findings', {
  label: 'Finding',
  schema: auditFinding,
  indexes: [['foundAt desc']],
});
