import { configureGlobal } from 'fast-check';

/** The seed of everything random in CI. A gate judges the change before it, so that the same commit passes or fails twice. */
const GATE_SEED = 20_261_127;

/** Returns the seed of a test: the variable's, which plays a printed failure again, else CI's, else a new one. */
export const seedOf = (variable: string): number =>
  Number(process.env[variable] ?? (process.env.CI ? GATE_SEED : Date.now() % 2 ** 31));

// fast-check draws and prints a seed of its own unless it has one.
if (process.env.PROPERTY_SEED ?? process.env.CI) configureGlobal({ seed: seedOf('PROPERTY_SEED') });
