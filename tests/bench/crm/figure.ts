/** One figure of a run. `target` is its largest allowed value, with `atLeast` the smallest; null allows any. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | 'count';
  readonly target: number | null;
  readonly atLeast?: true;
};

/** A part of the bench that can run alone: `--only=reading,large`. Returns null if something it needs is missing. */
export type Group = { readonly name: string; readonly run: () => Promise<readonly Figure[] | null> };

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Returns the value that this share of the values does not exceed: `percentile(values, 0.95)`. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Returns the mean, the 95th percentile and the maximum of many measurements, in milliseconds. */
export const spread = (
  name: string,
  values: readonly number[],
  targets: { readonly mean?: number; readonly p95?: number; readonly max?: number } = {},
): Figure[] => [
  { name: `${name}, mean`, value: mean(values), unit: 'ms', target: targets.mean ?? null },
  { name: `${name}, p95`, value: percentile(values, 0.95), unit: 'ms', target: targets.p95 ?? null },
  { name: `${name}, max`, value: Math.max(0, ...values), unit: 'ms', target: targets.max ?? null },
];
