import { defineConfig } from 'vitest/config';
import { emulatorIsHere } from '#tests/support/emulator.ts';

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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The rest of the second core goes to the servers and the emulator that tests start.
    maxWorkers: 2,
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
