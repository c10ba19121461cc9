/**
 * Returns the round number at which a scale ends: at least the largest value, and 1, 2 or 5 times a power of ten. It is
 * 1 when all values are 0.
 */
export function niceMax(values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  if (largest === 0) return 1;
  const exponent = Math.floor(Math.log10(largest));
  // A product with 0.1 or 0.01 is not the decimal number that it looks like; a quotient is.
  const times = (step: number) => (exponent < 0 ? step / 10 ** -exponent : step * 10 ** exponent);
  return times([1, 2, 5, 10].find((step) => times(step) >= largest) ?? 10);
}

/** Returns the values that the scale names, the largest first. A half is left out where it would be no whole number. */
export const ticksOf = (max: number): readonly number[] => (max === 1 || max === 5 ? [max, 0] : [max, max / 2, 0]);
