/** The value below or at which a share of them lies, by the nearest rank; null of nothing. The list is ascending. */
export const percentileOf = (ascending: readonly number[], share: number): number | null =>
  ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null;

/** The middle one; between two middles their mean, rounded. The list is ascending. */
export function medianOf(ascending: readonly number[]): number | null {
  const middle = Math.floor(ascending.length / 2);
  const upper = ascending[middle];
  if (upper === undefined) return null;
  const lower = ascending[middle - 1];
  return ascending.length % 2 === 1 || lower === undefined ? upper : Math.round((lower + upper) / 2);
}

/** A share of a whole with four decimals; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
