/** Something that must never be: which rule is broken, by what, and how. */
export type Finding = { readonly invariant: string; readonly subject: string; readonly why: string };

/** The findings of a list of checks; a check that holds says `false`. */
export const findingsOf = (invariant: string, subject: string, checks: readonly (string | false)[]): Finding[] =>
  checks.flatMap((why) => (why === false ? [] : [{ invariant, subject, why }]));
