import type { Finding } from './findings.ts';

/** Most looks at one row. A row that changes during each of them is left to the next audit. */
const LOOKS = 4;

/** The findings of one look, and the version of the row it looked at. */
export type Look = { readonly version: string; readonly findings: readonly Finding[] };

const same = (a: Look, b: Look): boolean =>
  a.version === b.version && JSON.stringify(a.findings) === JSON.stringify(b.findings);

/**
 * Returns the findings of an audit that reads without a transaction and therefore blocks no writer. Findings count only if two
 * consecutive looks at the same version agree.
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
