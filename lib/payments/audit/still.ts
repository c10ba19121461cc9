import type { Finding } from './findings.ts';

/** A figure that moves under the auditor is read again; one that is off each time is off. */
const LOOKS = 4;

/** What a look found, and a text that changes with the row the look was about. */
export type Look = { readonly version: string; readonly findings: readonly Finding[] };

const same = (a: Look, b: Look): boolean =>
  a.version === b.version && JSON.stringify(a.findings) === JSON.stringify(b.findings);

/**
 * The findings of an audit that reads without a transaction, and so holds nobody up: they count when two looks, one after
 * the other, have found the same. A row that never stands still is left to the next audit.
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
