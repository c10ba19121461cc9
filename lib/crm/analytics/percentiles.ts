/** Returns the percentile by nearest rank, or null for an empty list. The list is ascending. */
export const percentileOf = (ascending: readonly number[], share: number): number | null =>
  ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null;

/** Returns the median, rounded, or null for an empty list. The list is ascending. */
export function medianOf(ascending: readonly number[]): number | null {
  const middle = Math.floor(ascending.length / 2);
  const upper = ascending[middle];
  if (upper === undefined) return null;
  const lower = ascending[middle - 1];
  return ascending.length % 2 === 1 || lower === undefined ? upper : Math.round((lower + upper) / 2);
}

/** Returns a share of a whole with four decimals, or null when the whole is zero. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
