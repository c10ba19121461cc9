import { defineConfig } from 'playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';

// A call has a camera and a microphone to be tried with, and a line to itself.
const callFlags = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
];
const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  // Each has a server of its own. A page and its server wait for one another most of the time: four fill two cores.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // On a machine that does much else a page may miss a moment; what misses it twice is wrong. The report names both.
  retries: process.env.CI ? 1 : 0,
  // A busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    launchOptions: { args: [...chromiumFlags, ...callFlags], ...(executablePath ? { executablePath } : {}) },
    // No trace: its recorder writes scripts into the sandboxed frames in which the mailbox shows mails, and the console
    // complains of them.
    screenshot: 'only-on-failure',
  },
});
