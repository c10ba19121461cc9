import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { emulatorIsHere } from '#tests/support/emulator.ts';
import { isLong } from '#tests/support/form.ts';
import { LongestFirst } from '#tests/support/longest-first.ts';

const suites = '{lib,services,components,tests}/**/*.test.{ts,tsx}';
/** The suites with a long form: those that ask which form runs. Nothing else runs a second time in `npm run test:long`. */
const withLongForm = globSync(suites).filter((file) =>
  /support\/(form|fuzz-seeds)\.ts/.test(readFileSync(file, 'utf8')),
);

/**
 * What runs a second time with the Firestore driver. The contract suites in tests/contract compare the drivers in both
 * forms; here the short form adds one suite for each kind of hot transaction, and the long form the whole API.
 */
const onFirestore = {
  extends: true as const,
  test: {
    name: 'firestore',
    include: isLong
      ? ['tests/api/**/*.test.ts', 'tests/property/**/*.test.ts']
      : [
          'tests/api/{email-webhook,orders}.test.ts',
          'tests/property/{shop,shards}.test.ts',
          'lib/data/{outbox,locks}.test.ts',
          'services/run/{drainer,shop-worker}.test.ts',
        ],
    env: { TEST_DRIVER: 'firestore' },
  },
};
const both = Boolean(process.env.CI) || emulatorIsHere();
if (!both) process.stderr.write('Firestore: SKIPPED, no emulator\n');

const results = `test-results/vitest${isLong ? '-long' : ''}.json`;

export default defineConfig({
  test: {
    globalSetup: ['tests/support/emulator-setup.ts'],
    setupFiles: ['tests/support/fail-on-console.ts', 'tests/support/chance.ts'],
    // A busy machine is slow, not wrong: the one limit of all tests ends what hangs, and no test has one of its own.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // Two cores: tests that wait for a server, the emulator or a deadline leave them to the others.
    maxWorkers: 5,
    // No module of ours keeps state of its own, so files may share what is loaded. Loading it again for each of 400 files
    // took a fifth of the time.
    isolate: false,
    fsModuleCache: true,
    sequence: { sequencer: LongestFirst },
    reporters: process.env.CI ? ['default', ['json', { outputFile: results }]] : ['default'],
    projects: [
      { extends: true, test: { name: 'sqlite', include: isLong ? withLongForm : [suites] } },
      ...(both ? [onFirestore] : []),
    ],
  },
  // Makes `server-only` an empty module, as Next does.
  ssr: { resolve: { conditions: ['react-server'] } },
});
