import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { serverArguments, serverEnvironment } from './scripts/server-process.mjs';

const PORT = Number(process.env.E2E_PORT ?? 3100);
// Its own for each run, as the port of the server is; worker processes and their worlds read it from here.
process.env.CARDGW_DEMO_PORT ??= String(PORT + 10);
// One data folder for the whole run: worker processes read this file again and must find the same.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'plaza-e2e-'));

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  // Two cores: the server needs one of them.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    launchOptions: { args: quiet, ...(executablePath ? { executablePath } : {}) },
    // No trace: its recorder writes scripts into the sandboxed frames in which the mailbox shows mails, and the console
    // complains of them.
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `exec node ${serverArguments.join(' ')}`,
    url: `http://127.0.0.1:${PORT}/api/health/ready`,
    env: {
      ...serverEnvironment,
      NODE_ENV: 'production',
      PLAZA_DEMO: '1',
      PORT: String(PORT),
      CARDGW_DEMO_PORT: process.env.CARDGW_DEMO_PORT,
      // Each test says which address it comes from, so that none spends the tries of another.
      TRUSTED_PROXIES: '1',
      PLAZA_DATA_DIR: process.env.E2E_DATA_DIR,
      PAYMENT_MEMBERSHIP_PRICE_MINOR: '20000',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    timeout: 60_000,
  },
});
