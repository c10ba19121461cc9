/** FUZZ_SEED plays one seed again; FUZZ_SEEDS says how many others to try, 12 unless told. */
export function fuzzSeeds(): readonly number[] {
  if (process.env.FUZZ_SEED) return [Number(process.env.FUZZ_SEED)];
  const count = Number(process.env.FUZZ_SEEDS ?? 12);
  const first = Number(process.env.FUZZ_FROM ?? 1);
  return Array.from({ length: count }, (_, i) => first + i);
}
