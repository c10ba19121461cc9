/** The round number a scale ends at, at or above the largest value: 1, 2 or 5 times a power of ten. */
export function niceMax(values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power;
}

/** Places for at most `wanted` labels over so many days, the last one among them. */
export function labelledDays(days: number, wanted: number): readonly number[] {
  const every = Math.max(1, Math.ceil(days / wanted));
  return Array.from({ length: days }, (_, day) => day).filter((day) => (days - 1 - day) % every === 0);
}
