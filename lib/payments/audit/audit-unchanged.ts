import type { Finding } from './findings.ts';

/** A row that changes during the audit is read again, at most this many times. */
const MAX_READINGS = 4;

/** The findings of one reading, and a text that changes with the row. */
export type AuditReading = { readonly version: string; readonly findings: readonly Finding[] };

const same = (a: AuditReading, b: AuditReading): boolean =>
  a.version === b.version && JSON.stringify(a.findings) === JSON.stringify(b.findings);

/**
 * Returns the findings of an audit that reads without a transaction and so blocks no writer. Findings count when two
 * consecutive readings agree. A row that keeps changing is left to the next audit.
 */
export async function auditUnchanged(read: () => Promise<AuditReading>): Promise<readonly Finding[]> {
  let before = await read();
  for (let readings = 1; readings < MAX_READINGS && before.findings.length > 0; readings++) {
    const now = await read();
    if (same(before, now)) return now.findings;
    before = now;
  }
  return [];
}
