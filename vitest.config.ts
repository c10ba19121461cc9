import { defineConfig } from 'vitest/config';
import { emulatorIsHere } from '#tests/support/emulator.ts';
import { LongestFirst } from '#tests/support/longest-first.ts';

// The API tests and a few random histories run a second time with the Firestore driver; in CI a missing emulator is a failure, not a skip.
const onFirestore = {
  extends: true as const,
  test: {
    name: 'firestore',
    include: [
      'tests/api/**/*.test.ts',
      'tests/property/**/*.test.ts',
      'lib/data/{outbox,locks}.test.ts',
      'services/run/drainer.test.ts',
    ],
    env: { TEST_DRIVER: 'firestore' },
  },
};
const both = Boolean(process.env.CI) || emulatorIsHere();
if (!both) process.stderr.write('Firestore: SKIPPED, no emulator\n');

export default defineConfig({
  test: {
    globalSetup: ['tests/support/emulator-setup.ts'],
    setupFiles: ['tests/support/fail-on-console.ts'],
    // A busy machine is slow, not wrong. What fails twice in CI is wrong; the report names what failed once.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: process.env.CI ? 1 : 0,
    // Two cores: what waits for a server, the emulator or a deadline leaves them to a third.
    maxWorkers: 3,
    // No module of ours keeps anything of its own, so files may share what is loaded: loading it anew for each of 400 files
    // took a fifth of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'test-results/vitest.json' }]] : ['default'],
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['{lib,services,components,tests}/**/*.test.{ts,tsx}'] },
      },
      ...(both ? [onFirestore] : []),
    ],
  },
  // Makes `server-only` an empty module, as Next does.
  ssr: { resolve: { conditions: ['react-server'] } },
});
