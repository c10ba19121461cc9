import { configureGlobal } from 'fast-check';

/** The seed of every property in CI. A gate judges the change before it, so that the same commit passes or fails twice. */
const GATE_SEED = 20_261_127;

// Elsewhere each run draws its own seed and prints it with a failure; PROPERTY_SEED plays one again.
const seed = process.env.PROPERTY_SEED ?? (process.env.CI ? GATE_SEED : undefined);
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
