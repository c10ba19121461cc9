import { defineConfig } from 'playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';
import { isEveryLook, isLong } from './tests/support/form.ts';

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
  // The long form runs what is marked as long, and the tests that look at a page once more, in the other theme and width.
  ...(isEveryLook
    ? { grep: /@every-look/ }
    : isLong
      ? { grep: /@long|@looks|\bsound\b/, grepInvert: /@every-look/ }
      : { grepInvert: /@long|@every-look/ }),
  // Each has a server of its own. A page and its server wait for one another most of the time: four fill two cores.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine is slow, not wrong: every limit is far above what a test needs.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // CI tries a failed test once more on a fresh server, and `count-tests.mjs` names it (docs/decisions/0047).
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: `test-results/browser${isLong ? '-long' : ''}.json` }]],
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: { args: [...chromiumFlags, ...callFlags], ...(executablePath ? { executablePath } : {}) },
    // No trace: its recorder writes scripts into the sandboxed frames in which the mailbox shows mails, and the console
    // complains of them.
    screenshot: 'only-on-failure',
  },
});
