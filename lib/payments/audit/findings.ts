/** A broken rule: which one, by what subject, and how. */
export type Finding = { readonly invariant: string; readonly subject: string; readonly why: string };

/** Returns the findings of a list of checks. A check that holds is `false`. */
export const findingsOf = (invariant: string, subject: string, checks: readonly (string | false)[]): Finding[] =>
  checks.flatMap((why) => (why === false ? [] : [{ invariant, subject, why }]));
