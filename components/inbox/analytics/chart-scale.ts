/** Returns the round number at which a scale ends: at least the largest value, and 1, 2 or 5 times a power of ten. */
export function niceMax(values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power;
}

/** Returns the positions of at most `wanted` labels over this many days. The last day always has a label. */
export function labelledDays(days: number, wanted: number): readonly number[] {
  const every = Math.max(1, Math.ceil(days / wanted));
  return Array.from({ length: days }, (_, day) => day).filter((day) => (days - 1 - day) % every === 0);
}
