import type { Finding } from './findings.ts';

/** A row that changes during the audit is read again, at most this many times. */
const LOOKS = 4;

/** The findings of one look, and a text that changes with the row. */
export type Look = { readonly version: string; readonly findings: readonly Finding[] };

const same = (a: Look, b: Look): boolean =>
  a.version === b.version && JSON.stringify(a.findings) === JSON.stringify(b.findings);

/**
 * Returns the findings of an audit that reads without a transaction and so blocks no writer. Findings count when two
 * consecutive looks agree. A row that keeps changing is left to the next audit.
 */
export async function auditStill(look: () => Promise<Look>): Promise<readonly Finding[]> {
  let before = await look();
  for (let looks = 1; looks < LOOKS && before.findings.length > 0; looks++) {
    const now = await look();
    if (same(before, now)) return now.findings;
    before = now;
  }
  return [];
}
