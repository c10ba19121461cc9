import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,services,components,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/emulator-setup.ts'],
    setupFiles: ['tests/support/fail-on-console.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
  // Makes `server-only` an empty module, as Next does.
  ssr: { resolve: { conditions: ['react-server'] } },
});
