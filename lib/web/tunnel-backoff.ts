const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** How long to wait before the next try: anything up to a limit that doubles, so that a crowd does not come back at once. */
export const backoffMs = (tries: number, random: number): number =>
  random * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 16));
