import { sizeOf } from './form.ts';

/** Returns the seeds of a fuzz: only FUZZ_SEED if it is set, else as many as the form or FUZZ_SEEDS says. */
export function fuzzSeeds(): readonly number[] {
  if (process.env.FUZZ_SEED) return [Number(process.env.FUZZ_SEED)];
  const count = sizeOf('FUZZ_SEEDS', { short: 4, long: 24 });
  const first = Number(process.env.FUZZ_FROM ?? 1);
  return Array.from({ length: count }, (_, i) => first + i);
}
