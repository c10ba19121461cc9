/**
 * True in `npm run test:long`. A suite that reads this has two forms: a short one that every `npm test` runs, and a
 * long one with more rounds, seeds or cases. CONTRIBUTING.md lists what only the long form runs.
 */
export const isLong = process.env.TEST_FORM === 'long';

/** True in `npm run test:looks`, which runs only the browser tests that look at every page in every way. */
export const isEveryLook = process.env.TEST_FORM === 'looks';

/** Returns the size for this run: the variable's value if it is set, else the size of the form. */
export const sizeOf = (variable: string, { short, long }: { readonly short: number; readonly long: number }): number =>
  Number(process.env[variable] ?? (isLong ? long : short));
